import type { HookError } from "../connection/hook-error.js";

/** Hooks that are required and did not start. The message names each: its command, how it ended, its last words. */
export class HooksStartError extends Error {
  override readonly name = "HooksStartError";

  constructor(readonly failures: readonly HookError[]) {
    super(failures.map(({ message }) => message).join("\n"), { cause: failures[0] });
  }
}
