import { fileURLToPath } from "node:url";
import type { Files } from "@agent-hook/sdk/internal/live-agents";
import type { Run } from "../agents/agent-runner.js";

/** A fault of a hook. */
export interface Fault {
  readonly title: string;
  /**
   * The handler's behavior, by its name in `hooks/faulty.mjs`. The command contains this name, so it is never `kill`:
   * Copilot CLI refuses such commands.
   */
  readonly behaviour?: string;
  /** Changes the configured command. */
  readonly edit?: (config: string) => string;
  /** The handler's decision still takes effect. */
  readonly answers?: true;
  /** `false` if the hook never runs: a persistent host then fails at startup. */
  readonly starts?: false;
  /** The host has to wait for the hook's deadline. */
  readonly slow?: true;
  /** Also tested with an observer, and after a tool ran. Set for faults of every kind, by what still runs after it. */
  readonly afterTool?: true;
  /** Runs in `test:agents`, with a guard. */
  readonly essential?: true;
  /** Only for agents with a launcher. */
  readonly launcher?: true;
  /** The hook is started by a shell script that runs this first. */
  readonly wrapper?: string;
  /** A child outlives the hook. */
  readonly leavesChild?: true;
}

/** The roles of `hooks/faulty.mjs`. */
export type Role = "guard" | "answerer" | "observer" | "redactor";

const FILE = fileURLToPath(new URL("../../hooks/faulty.mjs", import.meta.url));
const WRAPPER = fileURLToPath(new URL("../../hooks/wrapper.sh", import.meta.url));
/** The program, as the config has it. */
const NODE = `'${process.execPath}'`;
const NO_JAVASCRIPT = fileURLToPath(new URL("../../hooks/syntax-error", import.meta.url));

/** Faults that an agent can tell apart. The launcher's own tests have more: `packages/sdk/test/e2e/launcher`. */
export const FAULTS: readonly Fault[] = [
  { title: "throws", behaviour: "throw", afterTool: true },
  { title: "returns nonsense", behaviour: "nonsense", essential: true },
  { title: "hangs", behaviour: "hang", slow: true, essential: true },
  { title: "loops for ever", behaviour: "loop", slow: true, afterTool: true },
  { title: "`process.exit(0)` in the handler", behaviour: "exit" },
  { title: "`kill -9` of itself", behaviour: "die", afterTool: true, essential: true },
  { title: "prints to stdout", behaviour: "noise", answers: true },
  {
    title: "a child with its stdout keeps running",
    behaviour: "child",
    answers: true,
    afterTool: true,
    leavesChild: true,
  },
  {
    title: "no node",
    afterTool: true,
    starts: false,
    edit: (config) => config.replaceAll(process.execPath, "/nowhere/program"),
  },
  { title: "no hook file", starts: false, edit: (config) => config.replaceAll(FILE, "/nowhere/hook.mjs") },
  { title: "a syntax error", starts: false, edit: (config) => config.replaceAll(FILE, NO_JAVASCRIPT) },
  {
    title: "a child in the background keeps every descriptor of a killed hook",
    behaviour: "die",
    wrapper: "sleep 600 &",
    edit: (config) => config.replaceAll(NODE, `'${WRAPPER}' ${NODE}`),
    launcher: true,
    afterTool: true,
    leavesChild: true,
  },
  { title: "`kill -9` of its process group", behaviour: "die-in-group", launcher: true },
  { title: "no launcher", launcher: true, afterTool: true, edit: (config) => config.replaceAll("guard.sh", "gone.sh") },
];

/** Returns a hook that works while it is configured and then has the fault, if it is asked about `faultyCommand`. */
export function faultyRun(role: Role, { slow, edit, wrapper = ":" }: Fault): Required<Pick<Run, "hook" | "home">> {
  const args = slow ? [role, "soon"] : [role];
  return { hook: { file: FILE, arguments: args, ...(edit && { edit }) }, home: { wrapper } };
}

/** Returns the name of a fault for its files and its output, which differ from those of other calls in a session. */
export function nameOf({ behaviour = "none" }: Fault): string {
  return behaviour;
}

/** Returns a command that triggers the fault. The shell ignores the added part. */
export function faultyCommand(fault: Fault, command: string): string {
  return `: fault ${nameOf(fault)}; ${command}`;
}

/** Returns the names of the faults that occurred in a run. */
export function reachedFaults(home: Files): readonly string[] {
  return Object.keys(home).flatMap((name) => (name.startsWith("reached/") ? [name.slice("reached/".length)] : []));
}
