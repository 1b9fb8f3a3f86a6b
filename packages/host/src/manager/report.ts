import type { MethodName } from "@agent-hook/protocol";

/** Something about a hook that its host should know of. Nothing of it crosses a wire. */
export interface Report {
  readonly hook: string;
  readonly kind: /** A call got no sound answer; `cause` is the `HookError`. What followed is in the message. */
    | "call failed"
    /** A handler of a mounted hook threw, was late or decided wrongly; `cause` is its `HookFailure`. */
    | "hook failed"
    /** Something in an answer has no effect, or not the one it seems to have. */
    | "answer ignored"
    /** A line on stdout that is no message, or answers nothing. */
    | "noise"
    /** A process could not be started, ended, or is replaced because it does not answer. */
    | "process lost"
    | "restarted"
    /** A crash loop: it is not started again. */
    | "given up"
    /** A process of the config that says nothing of `enabled`: PicoClaw does not start it. */
    | "not enabled"
    /** The config says `block` and the hook `continue`: only what the host sees of a failure refuses. */
    | "policy differs"
    /** The transcript cannot be written any more; the hook is `*`. */
    | "transcript stopped"
    /** Events were dropped since the hook does not read them; told once each time it falls behind. */
    | "events dropped";
  readonly message: string;
  /** The call it happened in, if it was one. */
  readonly method?: MethodName;
  readonly cause?: unknown;
}

export type Tell = (report: Report) => void;

/** The default: a line on stderr, the first of the message. */
export function writeReport({ hook, kind, message }: Report): void {
  // Its own log has said it, with the stack.
  if (kind === "hook failed") return;
  process.stderr.write(`[agent-hook] ${hook}: ${message.split("\n", 1)[0]}\n`);
}
