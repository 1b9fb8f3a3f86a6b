import type { Point } from "../hook/calls.js";
import { StoreError } from "../hook/store-error.js";
import { CallEnded } from "./deadline.js";

/** Describes each failure in words that may cross the wire. */
const DESCRIPTIONS = {
  threw: "threw an error",
  "store-failed": "could not use its store",
  "timed-out": "took too long",
  cancelled: "was cancelled",
  stopped: "was stopped before it answered",
  "invalid-decision": "returned an invalid decision",
  "not-returned": "made a decision but did not return it",
  unsupported: "returned a decision that this host does not support",
  "too-large": "returned an answer that is too large",
  undecodable: "received a call that it cannot read",
  "not-started": "could not start",
} as const;

export type FailureKind = keyof typeof DESCRIPTIONS;

/** A failure of a hook in one call. `publicText` may cross the wire; `message` and `cause` appear only on stderr. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** Connects the text that the host received to the line on stderr. */
  readonly id = crypto.randomUUID().slice(0, 8);
  /** A brand: a dependency can redefine `instanceof` for every error, and a proxy can fake it. */
  readonly #isFailure = true;

  constructor(
    readonly kind: FailureKind,
    readonly hook: string,
    readonly where: Point | "hello" | "setup" | (string & {}),
    detail: string,
    cause?: unknown,
  ) {
    super(detail, cause === undefined ? undefined : { cause });
  }

  /** A generic sentence with the id. It reveals nothing about the error. */
  get publicText(): string {
    return `hook "${this.hook}" ${DESCRIPTIONS[this.kind]} at ${this.where} (id ${this.id})`;
  }

  /** Replaces the result of a tool that the hook failed to check. */
  get withheldText(): string {
    return `[withheld: hook failed, ${this.id}]`;
  }

  static is(value: unknown): value is Failure {
    return typeof value === "object" && value !== null && #isFailure in value;
  }

  /** Converts a thrown value to a failure. Keeps a `Failure`, and the reason of a call that ended early. */
  static of(thrown: unknown, hook: string, where: string): Failure {
    if (Failure.is(thrown)) return thrown;
    if (CallEnded.is(thrown)) return new Failure(thrown.ending, hook, where, thrown.message);
    if (StoreError.is(thrown))
      return new Failure("store-failed", hook, where, `the store failed (${thrown.code})`, thrown);
    return new Failure("threw", hook, where, "an error was thrown", thrown);
  }
}

/** Receives failures. */
export interface FailureLog {
  failed(failure: Failure, consequence: string): void;
}

const DENIED = "the call was denied";
const CANNOT_DENY = "this host cannot stop here";
const CONTINUED = "the host was told to continue";

/**
 * Decides what a host is told after a failure, and logs it. `denies`: whether the policy of the hook, or of the member
 * that failed, requires a denial. `denial` returns the host's denial, or `undefined` if the host cannot deny this call.
 */
export function afterFailure<Denial>(
  failure: Failure,
  owner: FailureLog,
  denies: boolean,
  denial: () => Denial | undefined,
): Denial | undefined {
  const result = denies ? denial() : undefined;
  if (result !== undefined) owner.failed(failure, DENIED);
  else owner.failed(failure, denies ? CANNOT_DENY : CONTINUED);
  return result;
}
