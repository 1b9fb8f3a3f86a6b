import type { CallSource, Point } from "../hook/calls.js";
import type { Host, Log } from "../hook/context.js";
import type { Clock } from "./clock.js";
import { DENIED, type Failure } from "./failure.js";

/** The fields of an outcome that a recorder reads. The outcomes of all points have this form. */
export interface ObservedOutcome {
  readonly action: string;
  readonly reason?: string | undefined;
  readonly rule?: string | undefined;
  readonly patch?: object;
  readonly text?: string;
  readonly result?: unknown;
}

/** Receives calls whose decision is final. */
export interface Recorder {
  ended(observation: Observation): void;
}

/** A member of a hook, as far as a record needs it. */
interface Decider {
  readonly hook: { readonly name: string };
}

/** What is known about one call of a hook at a point. An adapter creates it if the hook has a recorder. */
export class Observation {
  /** In milliseconds since 1970. */
  readonly time = Date.now();
  readonly #startedAt: number;
  /** The call or event as the host sent it, once it is decoded. */
  call: CallSource | undefined;
  /** The host's name for the event. */
  event: string | undefined;
  /** The member whose decision counts. */
  member: Decider | undefined;
  rule: string | undefined;
  /** The action that the member decided on. The host may get another one: a denial, if it cannot ask a person. */
  action: string | undefined;
  failure: Failure | undefined;
  consequence = "";
  outcome: ObservedOutcome | undefined;
  ms = 0;

  constructor(
    public point: Point | "onEvent" | "setup",
    readonly hook: { readonly name: string; readonly log: Log },
    readonly host: Host,
    private readonly clock: Clock,
    private readonly recorder: Recorder,
  ) {
    this.#startedAt = clock.now();
  }

  /** Notes a member's decision. The last one counts: none follows a denial, and each change starts from the earlier ones. */
  decided(member: Decider, decision: { readonly action: string; readonly rule?: string | undefined }): void {
    this.member = member;
    this.rule = decision.rule;
    this.action = decision.action;
  }

  /** Notes a failure, and what the host is told. A failure that denies counts more than one that does not. */
  failed(failure: Failure, consequence: string): void {
    failure.markRecorded();
    if (this.failure !== undefined && consequence !== DENIED) return;
    this.failure = failure;
    this.consequence = consequence;
    if (consequence === DENIED) {
      this.member = undefined;
      this.rule = undefined;
      this.action = undefined;
    }
  }

  /** Records the outcome. Called a second time if the answer cannot be sent. */
  end(outcome: ObservedOutcome | undefined): void {
    this.outcome = outcome;
    this.ms = this.clock.now() - this.#startedAt;
    this.recorder.ended(this);
  }
}
