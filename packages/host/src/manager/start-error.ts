/** Hooks that are required and did not start. The message names each: its command, how it ended, its last words. */
export class HooksStartError extends Error {
  override readonly name = "HooksStartError";

  constructor(
    /** A `HookError` each. */
    readonly failures: readonly Error[],
  ) {
    super(failures.map(({ message }) => message).join("\n"), { cause: failures[0] });
  }
}
