import { basename } from "node:path";

/** A program that runs hooks in JavaScript or TypeScript. */
export interface Runtime {
  readonly name: "node" | "bun" | "deno";
  readonly title: string;
  /** The oldest version that hooks are tested with. */
  readonly oldest: readonly [major: number, minor: number];
  /** The arguments that print the path of the program, which is not that of a shim. */
  readonly ownPath: readonly string[];
  /** Flags before the script, unless the command sets them. */
  readonly flags: readonly string[];
}

/**
 * Without these flags, Bun runs the modules that `bunfig.toml` in the agent's folder preloads, and reads variables from
 * `.env` there: an agent that writes one of these files would change its own guard.
 */
const BUN_FLAGS = ["--no-env-file", "--config=/dev/null"];

const NODE: Runtime = {
  name: "node",
  title: "Node",
  oldest: [20, 19],
  ownPath: ["-p", "process.execPath"],
  flags: [],
};

const RUNTIMES: readonly Runtime[] = [
  NODE,
  { name: "bun", title: "Bun", oldest: [1, 4], ownPath: [...BUN_FLAGS, "-p", "process.execPath"], flags: BUN_FLAGS },
  { name: "deno", title: "Deno", oldest: [2, 9], ownPath: ["eval", "-p", "process.execPath"], flags: [] },
];

/** Returns the runtime that a program is, or `undefined`. npm installs Bun as `bun.exe` on every system. */
export function runtimeOf(program: string): Runtime | undefined {
  const name = basename(program).replace(/\.exe$/i, "");
  return /^node(js)?$/i.test(name) ? NODE : RUNTIMES.find((runtime) => runtime.name === name);
}

/** Returns the start of a command that runs a script with the runtime of this process. */
export function ownRuntime(): readonly [string, ...string[]] {
  return process.versions.deno === undefined ? [process.execPath] : [process.execPath, "run", "-A"];
}

export function isNode(program: string): boolean {
  return runtimeOf(program) === NODE;
}

/** Returns the flags of a runtime that its arguments do not set. */
export function missingFlags({ flags }: Runtime, args: readonly string[]): string[] {
  const nameIn = (flag: string) => flag.replace(/^--no-|^--|=.*/g, "");
  return flags.filter((flag) => !args.some((arg) => arg.startsWith("--") && nameIn(arg) === nameIn(flag)));
}
