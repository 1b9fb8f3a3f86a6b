import type { Exit } from "./terminate.js";

/** Why a hook could not be asked. */
export type HookErrorCode =
  /** The command could not be started. */
  | "spawn-failed"
  /** Hello was answered with an error, wrongly, or not in time. */
  | "hello-failed"
  /** No answer in the time given; the process lives. */
  | "timeout"
  /** The process ended before it answered. */
  | "exited"
  /** The hook answered with a JSON-RPC error. */
  | "error-reply"
  /** The answer has not the shape that the method demands. */
  | "bad-result"
  /** The answer is a longer line than is taken. */
  | "too-large"
  /** The call could not be written: it is no JSON, or longer than a hook is sent. */
  | "unsendable";

/** A local error: it names the hook, the command, what was pending and for how long; it never crosses a wire. */
export class HookError extends Error {
  override readonly name = "HookError";
  readonly code: HookErrorCode;
  /** How the process ended, if it has. */
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
