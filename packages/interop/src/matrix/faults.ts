import { fileURLToPath } from "node:url";
import type { ConfiguredHook } from "../columns/column.js";

/** What becomes of a hook. */
export interface Fault {
  readonly title: string;
  /** What the handler does, as `hooks/faulty.mjs` calls it. */
  readonly behaviour?: string;
  /** What happens to the configured command. */
  readonly edit?: (config: string) => string;
  /** The handler still has its say. */
  readonly answers?: true;
  /** The hook never runs: an agent that keeps it running ends at its own start. */
  readonly starts?: false;
  /** Only where there is a launcher. */
  readonly launcher?: true;
}

/** What `hooks/faulty.mjs` can be. */
type Role = "guard" | "observer" | "redactor";

const FILE = fileURLToPath(new URL("../../hooks/faulty.mjs", import.meta.url));
const NO_JAVASCRIPT = fileURLToPath(new URL("../../hooks/syntax-error", import.meta.url));

export const FAULTS: readonly Fault[] = [
  { title: "throws", behaviour: "throw" },
  { title: "rejects", behaviour: "reject" },
  { title: "hangs", behaviour: "hang" },
  { title: "loops for ever", behaviour: "loop" },
  { title: "`process.exit(0)` in the handler", behaviour: "exit" },
  { title: "`kill -9` of itself", behaviour: "kill" },
  { title: "SIGSTOP of itself", behaviour: "stop" },
  { title: "prints to stdout", behaviour: "noise", answers: true },
  { title: "a child prints to its stdout", behaviour: "noise of a child", answers: true },
  { title: "a child with its stdout lives on", behaviour: "a child that lives on", answers: true },
  { title: "no node", starts: false, edit: (config) => config.replaceAll(process.execPath, "/nowhere/node") },
  { title: "no hook file", starts: false, edit: (config) => config.replaceAll(FILE, "/nowhere/hook.mjs") },
  { title: "a syntax error", starts: false, edit: (config) => config.replaceAll(FILE, NO_JAVASCRIPT) },
  { title: "no launcher", launcher: true, edit: (config) => config.replaceAll("guard.sh", "gone.sh") },
];

/** A hook that is configured while it is well, and then meets its fault. */
export function faultyHook(role: Role, { behaviour = "none", edit }: Fault): ConfiguredHook {
  return { file: FILE, arguments: [role, behaviour], ...(edit && { edit }) };
}
