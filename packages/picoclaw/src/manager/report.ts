import type { MethodName } from "@agent-hook/sdk/internal/picoclaw";

/** Something about a hook that its host should know. It is never sent over a wire. */
export interface Report {
  readonly hook: string;
  readonly kind: /** A call failed; `cause` is the error, if there is one. The message includes the consequence. */
    | "call-failed"
    /** A handler of a mounted hook threw, timed out or returned an invalid decision; `cause` is its `HookFailure`. */
    | "hook-failed"
    /** A part of an answer has no effect, or an unexpected one. */
    | "answer-ignored"
    /** The hook wrote a line to stdout that is not a message, or that does not answer a call. */
    | "noise"
    /** A process ended, could not be started, or is being replaced because it does not answer. */
    | "process-lost"
    | "restarted"
    /** The hook is not started again: it was restarted too often in a row, or its config has `restart: false`. */
    | "not-restarted"
    /** A process of the config without `enabled`: PicoClaw does not start it. */
    | "not-enabled"
    /** The config has `block` and the hook has `continue`: only failures that the host sees lead to a denial. */
    | "policy-differs"
    /** The recording can no longer be written. `hook` is `*`. */
    | "transcript-stopped"
    /**
     * Events were dropped because the hook does not read them (reported once each time it falls behind), or because
     * they could not be sent.
     */
    | "events-dropped";
  readonly message: string;
  /** The method of the call that the report is about, if there is one. */
  readonly method?: MethodName;
  readonly cause?: unknown;
}

export type SendReport = (report: Report) => void;

/** The default for `onReport`: prints the first line of the message to stderr. */
export function writeReport({ hook, kind, message }: Report): void {
  // The hook has already logged this failure, with the stack.
  if (kind === "hook-failed") return;
  process.stderr.write(`[agent-hook] ${hook}: ${message.split("\n", 1)[0]}\n`);
}
