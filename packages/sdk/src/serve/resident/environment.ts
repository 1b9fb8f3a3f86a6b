/**
 * Set by the launcher: the process id, the descriptors from 10 on that the host left open, and after a space, the path at
 * which the launcher looks for this process, without an ending.
 */
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

export interface ResidentStart {
  /** Where the launcher looks for this process, without an ending. */
  readonly path: string;
  /** The descriptors that the launcher could not close. Some may be closed by now. */
  readonly inherited: readonly number[];
}

/**
 * Returns what the launcher set for this process, and removes it from the environment. Returns `undefined` in any other
 * process, such as a child that inherited the variable.
 */
export function takeResidentStart(env: NodeJS.ProcessEnv): ResidentStart | undefined {
  const start = residentStart(env);
  for (const name of [RESIDENT, RESIDENT_FOR]) delete env[name];
  return start;
}

/** Returns what `takeResidentStart` returns, and changes nothing. */
export function residentStart(env: NodeJS.ProcessEnv): ResidentStart | undefined {
  const [numbers = "", path = ""] = env[RESIDENT]?.split(/ (.*)/s) ?? [];
  const [pid, ...inherited] = numbers.split(",");
  return pid === String(process.pid) ? { path, inherited: inherited.map(Number) } : undefined;
}
