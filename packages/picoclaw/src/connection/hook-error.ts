import type { Exit } from "./terminate.js";

/** Why a call to a hook failed. */
export type HookErrorCode =
  /** The command could not be started. */
  | "spawn-failed"
  /** Hello was answered with an error or an invalid result, or was not answered in time. */
  | "hello-failed"
  /** The hook did not answer in the given time. Its process still runs. */
  | "timeout"
  /** The process ended before it answered. */
  | "exited"
  /** The hook answered with a JSON-RPC error. */
  | "error-reply"
  /** The answer does not have the shape that the method requires. */
  | "bad-result"
  /** The answer is a line that exceeds the limit. */
  | "too-large"
  /** The call could not be written: it is not JSON, or exceeds the limit for calls. */
  | "unsendable";

/** A local error. The message names the hook and its command, and what failed. It is never sent over a wire. */
export class HookError extends Error {
  override readonly name = "HookError";
  readonly code: HookErrorCode;
  /** How the process ended, if it has ended. */
  readonly exit?: Exit;
  /** The last lines that the hook wrote to stderr. */
  readonly stderr: string;

  constructor(
    code: HookErrorCode,
    hook: string,
    /** What happened, without the hook's name and stderr. */
    readonly what: string,
    details: { readonly stderr: string; readonly exit?: Exit; readonly cause?: unknown },
  ) {
    const tail = details.stderr.trimEnd();
    const message = `${hook} ${what}`;
    super(tail === "" ? message : `${message}\nIts last lines on stderr:\n${tail}`, { cause: details.cause });
    this.code = code;
    this.stderr = tail;
    if (details.exit !== undefined) this.exit = details.exit;
  }
}

/**
 * Required hooks that did not start. The message lists each one's command, how it ended, and its last lines on stderr.
 */
export class HooksStartError extends Error {
  override readonly name = "HooksStartError";

  constructor(readonly failures: readonly HookError[]) {
    super(failures.map(({ message }) => message).join("\n"), { cause: failures[0] });
  }
}
