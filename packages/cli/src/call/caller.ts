import type { CallDecision } from "./call-decision.js";
import type { CallFile } from "./call-file.js";
import type { CallFlags } from "./call-flags.js";

/** A host that makes one call of a hook. Each method but `make` throws a usage error for a call that it does not make. */
export interface Caller {
  /** Prepares a call at a point, or at one of the host's own events. */
  callAt(name: string, flags: CallFlags): PreparedCall;
  /** Prepares the call in a file. `name` is the point or event on the command line, if any. */
  callIn(file: CallFile, name: string | undefined): PreparedCall;
  /** Prepares a call that the log has. */
  loggedCall(call: LoggedCall): PreparedCall;
}

/** A call before a tool, as the log has it. */
export interface LoggedCall {
  readonly point: "beforeTool" | "approveTool";
  /** The host's own event, if the host has more than one before a tool. */
  readonly event?: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
}

export interface PreparedCall {
  /** The point or event, in the host's spelling. */
  readonly point: string;
  /** Starts the hook, makes the call and ends the hook. Throws `CommandError` if the hook does not start. */
  make(command: readonly [string, ...string[]], options: CallOptions): Promise<CallReport>;
}

export interface CallOptions {
  /** How long the answer may take, in milliseconds. Default: the host's own limit. */
  readonly timeoutMs?: number | undefined;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called if the hook has not started when the host would stop waiting. */
  readonly onSlowStart?: () => void;
}

/** A call and its result. */
export interface CallReport {
  /** The point or event, in the host's spelling. */
  readonly point: string;
  /** In the format of `--host`. */
  readonly host: string;
  /** The host and its version, for people. */
  readonly title: string;
  readonly decision: CallDecision;
  /** What the host does next, or `null` if it does not wait for an answer. */
  readonly outcome: object | null;
  readonly notes: readonly string[];
  /** What the call is about, on one line. */
  readonly subject: string;
  readonly wire: { readonly sent: unknown; readonly answered: unknown };
  /** The answer, for people. */
  readonly answerLines: readonly string[];
  /** How the process ended: its exit code or signal, or `null` if it did not end. Absent if the host keeps it running. */
  readonly exit?: number | string | null;
  /** Milliseconds from the call to its answer or failure. `null` if the host expects no answer. */
  readonly ms: number | null;
  readonly stderr: readonly string[];
}
