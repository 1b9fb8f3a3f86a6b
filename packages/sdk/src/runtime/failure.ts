import type { Point } from "../hook/calls.js";
import { CallEnded } from "./deadline.js";

/** What went wrong, in words that may cross a wire. */
const WORDS = {
  threw: "threw an error",
  "too late": "took too long",
  cancelled: "was cancelled",
  stopped: "was ended before it answered",
  "invalid decision": "returned an invalid decision",
  "not carried": "decided what this host cannot carry",
  "too large": "gave an answer that does not fit the wire",
  undecodable: "was sent a call that it cannot read",
  "not started": "could not start",
} as const;

export type FailureKind = keyof typeof WORDS;

/** A hook that failed at one call. `words` may cross a wire; `message` and `cause` stay on stderr. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** Leads from what the host was told to the line on stderr. */
  readonly id = crypto.randomUUID().slice(0, 8);
  /** Tells a failure from all else. A dependency can redefine `instanceof` for every error, and a proxy answer to it. */
  readonly #isFailure = true;

  constructor(
    readonly kind: FailureKind,
    readonly hook: string,
    readonly where: Point | "hello" | "onStart" | (string & {}),
    detail: string,
    cause?: unknown,
  ) {
    super(detail, cause === undefined ? undefined : { cause });
  }

  /** A generic sentence and an id: nothing of the error itself. */
  get words(): string {
    return `hook "${this.hook}" ${WORDS[this.kind]} at ${this.where} (id ${this.id})`;
  }

  /** What stands in the place of a tool's result that the hook should have looked at. */
  get withheld(): string {
    return `[withheld: hook failed, ${this.id}]`;
  }

  static is(value: unknown): value is Failure {
    return typeof value === "object" && value !== null && #isFailure in value;
  }

  /** What was thrown, as a failure: its own if it is one, else by what ended the call. */
  static of(thrown: unknown, hook: string, where: string): Failure {
    if (Failure.is(thrown)) return thrown;
    if (CallEnded.is(thrown)) return new Failure(thrown.ending, hook, where, thrown.message);
    return new Failure("threw", hook, where, "an error was thrown", thrown);
  }
}
