import { fileURLToPath } from "node:url";
import type { Run } from "../agents/agent-runner.js";

/** A fault of a hook. */
export interface Fault {
  readonly title: string;
  /** The handler's behavior, by its name in `hooks/faulty.mjs`. */
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
  /** Only for agents with a launcher. */
  readonly launcher?: true;
  /** The hook is started by a shell script that runs this first. */
  readonly wrapper?: string;
  /** A child outlives the hook. */
  readonly leavesChild?: true;
}

/** The roles of `hooks/faulty.mjs`. */
type Role = "guard" | "answerer" | "observer" | "redactor";

const FILE = fileURLToPath(new URL("../../hooks/faulty.mjs", import.meta.url));
const WRAPPER = fileURLToPath(new URL("../../hooks/wrapper.sh", import.meta.url));
const NO_JAVASCRIPT = fileURLToPath(new URL("../../hooks/syntax-error", import.meta.url));

/** More of what a child of a hook can do: `packages/sdk/test/e2e/launcher/descendants.test.ts`. */
export const FAULTS: readonly Fault[] = [
  { title: "throws", behaviour: "throw", afterTool: true },
  { title: "rejects", behaviour: "reject" },
  { title: "hangs", behaviour: "hang", slow: true },
  { title: "loops for ever", behaviour: "loop", slow: true, afterTool: true },
  { title: "`process.exit(0)` in the handler", behaviour: "exit", afterTool: true },
  { title: "`kill -9` of itself", behaviour: "kill", afterTool: true },
  { title: "SIGSTOP of itself", behaviour: "stop", slow: true },
  { title: "prints to stdout", behaviour: "noise", answers: true },
  { title: "a child prints to its stdout", behaviour: "noise of a child", answers: true },
  {
    title: "a child with its stdout keeps running",
    behaviour: "a child that keeps running",
    answers: true,
    afterTool: true,
    leavesChild: true,
  },
  {
    title: "no node",
    afterTool: true,
    starts: false,
    edit: (config) => config.replaceAll(process.execPath, "/nowhere/node"),
  },
  { title: "no hook file", starts: false, edit: (config) => config.replaceAll(FILE, "/nowhere/hook.mjs") },
  { title: "a syntax error", starts: false, edit: (config) => config.replaceAll(FILE, NO_JAVASCRIPT) },
  wrapped("a wrapper script without `exec`, around a hook that loops", "loop", ":", { slow: true, afterTool: true }),
  wrapped("a child in the background keeps every descriptor of a killed hook", "kill", "sleep 600 &", {
    afterTool: true,
    leavesChild: true,
  }),
  wrapped("another process prints an approval to descriptor 3", "kill", `printf '{"decision":"allow"}\\n.\\n' >&3`),
  { title: "SIGSTOP of its process group", behaviour: "stop its group", launcher: true, slow: true },
  { title: "`kill -9` of its process group", behaviour: "kill its group", launcher: true },
  { title: "no launcher", launcher: true, afterTool: true, edit: (config) => config.replaceAll("guard.sh", "gone.sh") },
];

/** Returns a fault of a hook that a wrapper script starts, as some users configure it. */
function wrapped(title: string, behaviour: string, wrapper: string, more: Partial<Fault> = {}): Fault {
  const node = `'${process.execPath}'`;
  const edit = (config: string) => config.replaceAll(node, `'${WRAPPER}' ${node}`);
  return { title, behaviour, wrapper, launcher: true, edit, ...more };
}

/** Returns a hook that works while it is configured and then has the fault. */
export function faultyRun(
  role: Role,
  { behaviour = "none", slow, edit, wrapper = ":" }: Fault,
): Pick<Run, "hook" | "home"> {
  const args = slow ? [role, "soon"] : [role];
  return { hook: { file: FILE, arguments: args, ...(edit && { edit }) }, home: { fault: behaviour, wrapper } };
}
