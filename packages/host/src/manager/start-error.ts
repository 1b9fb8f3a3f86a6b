import type { HookError } from "../connection/hook-error.js";

/**
 * Required hooks that did not start. The message lists each one's command, how it ended, and its last lines on stderr.
 */
export class HooksStartError extends Error {
  override readonly name = "HooksStartError";

  constructor(readonly failures: readonly HookError[]) {
    super(failures.map(({ message }) => message).join("\n"), { cause: failures[0] });
  }
}
