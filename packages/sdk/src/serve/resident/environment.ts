/** Set by the launcher: the path at which the launcher looks for this process, without an ending. */
const RESIDENT = "AGENT_HOOK_RESIDENT";
/** Set by the launcher: the folder, the host and the command. It makes them a part of the environment. */
const RESIDENT_FOR = "AGENT_HOOK_RESIDENT_FOR";

/** Differ between the launcher's own processes: shells set the first two for each program that they start. */
const IGNORED = ["_", "SHLVL", RESIDENT];

/** Compares the environment of a caller with the one in which this process started. Both are as in `/proc/PID/environ`. */
export class Environment {
  readonly #own: string;

  constructor(block: Buffer) {
    this.#own = inOrder(block);
  }

  /** Returns whether the other environment is the same. Their order makes no difference. */
  isSame(block: Buffer): boolean {
    return inOrder(block) === this.#own;
  }
}

/** latin1, so that different bytes are never the same text. */
function inOrder(block: Buffer): string {
  return block
    .toString("latin1")
    .split("\0")
    .filter((entry) => !IGNORED.includes(entry.split("=", 1)[0] as string))
    .sort()
    .join("\0");
}

/**
 * Returns the path at which the launcher looks for this process, and removes it from the environment. Returns `undefined`
 * in any other process, such as a child that inherited the variable.
 */
export function takeResidentPath(env: NodeJS.ProcessEnv): string | undefined {
  const [pid, path] = env[RESIDENT]?.split(/ (.*)/s) ?? [];
  for (const name of [RESIDENT, RESIDENT_FOR]) delete env[name];
  return pid === String(process.pid) ? path : undefined;
}
