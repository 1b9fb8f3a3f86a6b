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
  "not-sent": "could not send its answer",
} as const;

export type FailureKind = keyof typeof DESCRIPTIONS;

/** A failure of a hook in one call. `publicText` may cross the wire; `message` and `cause` appear only on stderr. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** Connects the text that the host received to the line on stderr. */
  readonly id = crypto.randomUUID().slice(0, 8);
  /** A brand: a dependency can redefine `instanceof` for every error, and a proxy can fake it. */
  readonly #isFailure = true;
  #isRecorded = false;

  constructor(
    readonly kind: FailureKind,
    readonly hook: string,
    readonly where: Point | "hello" | "setup" | (string & {}),
    detail: string,
    cause?: unknown,
  ) {
    super(detail, cause === undefined ? undefined : { cause });
  }

  /** The decision log will have this failure under its id. Call it before the texts are used. */
  markRecorded(): void {
    this.#isRecorded = true;
  }

  /** A generic sentence with the id and what explains it. It reveals nothing about the error. */
  get publicText(): string {
    return `hook "${this.hook}" ${DESCRIPTIONS[this.kind]} at ${this.where} (id ${this.id}); ${this.#advice}`;
  }

  /** Replaces the result of a tool that the hook failed to check. */
  get withheldText(): string {
    const id = this.#isRecorded ? "" : ` (id ${this.id})`;
    return `[withheld: hook "${this.hook}" failed${id}; ${this.#advice}]`;
  }

  get #advice(): string {
    const where = this.#isRecorded ? `run: npx agent-hook why ${this.id}` : "look for this id on the hook's stderr";
    return `to find out why, ${where}`;
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

/** The consequence of a failure that denies the call. */
export const DENIED = "the call was denied";
const CANNOT_DENY = "this host cannot stop here";
const CONTINUED = "the host was told to continue";

/**
 * Decides what a host is told after a failure, and logs it. `denies`: whether the policy of the hook, or of the member
 * that failed, requires a denial. `denial` returns the host's denial, or `undefined` if the host cannot deny this call.
 * `observation`: the call that failed, if it is recorded.
 */
export function afterFailure<Denial>(
  failure: Failure,
  owner: FailureLog,
  denies: boolean,
  denial: () => Denial | undefined,
  observation?: FailureLog,
): Denial | undefined {
  if (observation !== undefined) failure.markRecorded();
  const result = denies ? denial() : undefined;
  const consequence = result !== undefined ? DENIED : denies ? CANNOT_DENY : CONTINUED;
  owner.failed(failure, consequence);
  observation?.failed(failure, consequence);
  return result;
}
