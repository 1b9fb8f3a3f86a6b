import { fileURLToPath } from "node:url";

/** A way in which a guard breaks. */
export interface Breakage {
  readonly title: string;
  /** What the guard does, by its name in `hooks/guards`. Absent if it never starts. */
  readonly fault?: string;
  /** Changes the hooks in the agent's config. */
  readonly edit?: (config: string, guardFile: string) => string;
  /** The guard still decides: a denial then has its reason. */
  readonly decides?: true;
  /** Also in the short table of the readme. */
  readonly inReadme?: true;
}

const NO_JAVASCRIPT = fileURLToPath(new URL("../../hooks/syntax-error", import.meta.url));

/** The first row is the control: a guard that works denies the call, whatever it is written with. */
export const WORKS: Breakage = { title: "works", fault: "none", decides: true, inReadme: true };

export const BREAKAGES: readonly Breakage[] = [
  { title: "throws", fault: "throws", inReadme: true },
  { title: "waits for ever", fault: "waits", inReadme: true },
  { title: "loops for ever", fault: "loops" },
  { title: "prints to stdout before it denies", fault: "prints", decides: true, inReadme: true },
  { title: "is killed with `kill -9`", fault: "is killed", inReadme: true },
  { title: "leaves a timer running after it denies", fault: "leaves a timer", decides: true },
  { title: "forgets its decision", fault: "decides nothing" },
  { title: "makes a decision that does not exist", fault: "decides nonsense" },
  { title: "has a syntax error", edit: (config, file) => config.replaceAll(file, NO_JAVASCRIPT) },
  {
    title: "is missing: its file was moved or not built",
    edit: (config, file) => config.replaceAll(file, "/nowhere/guard.mjs"),
    inReadme: true,
  },
  {
    title: "cannot start: `node` is missing",
    edit: (config) => config.replaceAll(process.execPath, "/nowhere/program"),
  },
];
