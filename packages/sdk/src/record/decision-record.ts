import type { Point } from "../hook/calls.js";
import type { Decision } from "../hook/decisions.js";
import type { FailureKind } from "../runtime/failure.js";

/**
 * Where a decision was made: a point, `onEvent` for an event without a point, `setup` for a hook that could not prepare
 * itself, or `start` for a hook that could not start.
 */
type RecordedPoint = Point | "onEvent" | "setup" | "start";

/**
 * What was decided: `none` if the host continues unchanged, otherwise the action of the decision. `native`: one of the
 * hook's `native` handlers answered an event, and did not deny.
 */
type RecordedDecision = Decision["action"] | "native" | "none";

/** A failure of the hook at this decision, also if its failure policy let the call continue. */
export interface RecordedFailure {
  /** The kinds of a hook's failure, or how the hook of a launcher ended. */
  readonly kind: FailureKind | LauncherFailureKind;
  /** The point, `hello`, `setup` or the tool. */
  readonly where: string;
  readonly message: string;
  /** The stack of what was thrown, with its causes. */
  readonly cause?: string;
  /** What the host was told. */
  readonly consequence: string;
}

/**
 * Why a launcher answered for a hook: it was killed, it exited with an error, it did not answer in time, it ended
 * without an answer, it could not be started, or something disturbed the launcher.
 */
type LauncherFailureKind = "killed" | "exit" | "timeout" | "no-answer" | "unstarted" | "disturbed";

/**
 * One decision of a hook, after it is final. Texts that came from a call, a decision or an error contain no secrets that
 * agent-hook recognizes, and are bounded.
 */
export interface DecisionRecord {
  /** Eight characters. If a failure decided, its id, which is also in the text that the host received. */
  readonly id: string;
  /** When the call arrived, in ISO 8601 with milliseconds. */
  readonly time: string;
  readonly host: { readonly name: string; readonly version?: string };
  /** The hook that decided. Under `compose`, the member that decided, or the composed hook if none did. */
  readonly hook: string;
  /** Who answered the host, if it is not `hook`: the composed hook's name, or `launcher`. */
  readonly by?: string;
  /** The hook's file, or the policy file. */
  readonly file?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly turn?: string;
  /** The host's id of the call. */
  readonly call?: string;
  readonly cwd?: string;
  readonly point: RecordedPoint;
  /** The host's name for the event, if it is a one-shot host. */
  readonly event?: string;
  readonly tool?: string;
  readonly kind?: string;
  readonly decision: RecordedDecision;
  readonly reason?: string;
  /** The rule by which the hook decided. */
  readonly rule?: string;
  /** How long the decision took, in milliseconds, with two decimals. */
  readonly ms: number;
  readonly failure?: RecordedFailure;
  /** The arguments before any change. */
  readonly arguments?: unknown;
  /** What the decision changed: the new arguments, the new result, or the text that was added. */
  readonly changed?: unknown;
  readonly pid: number;
}

/** Receives decisions after they are final. */
export interface DecisionObserver {
  /** `lines`: the records of one or more, as in the log, in the order in which they ended. Must neither throw nor wait. */
  decided(lines: readonly string[]): void;
}
