/** A policy file is invalid. The message begins with its path and, where there is one, the line. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";

  constructor(
    path: string,
    /** Counted from 1. `undefined` if the file as a whole is at fault. */
    readonly line: number | undefined,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${path}${line === undefined ? "" : ` line ${line}`}: ${problem}`, options);
  }
}
