import { Failure, type FailureKind } from "../runtime/failure.js";
import type { Observation, Recorder } from "../runtime/observation.js";
import { Batches } from "./batches.js";
import { decisionLine, mishapLine } from "./decision-line.js";
import type { DecisionObserver } from "./decision-record.js";
import { isLarge, isUrgent } from "./urgency.js";

/** Lines of decisions that end one after the other are passed on together: about a write of the log. In characters. */
const MAX_LENGTH = 20_000;

/** What a recorder knows about the process. */
export interface RecorderOptions {
  readonly observers: readonly DecisionObserver[];
  /** The hook's file, or the policy file. */
  readonly file?: string | undefined;
  /**
   * Records a decision before the answer is sent. Otherwise, decisions are recorded together in a quiet moment, so that no
   * host waits for the record. An urgent decision, and what waits then, is recorded right after its answer.
   */
  readonly beforeAnswer: boolean;
}

/** What happened to a hook outside of a call. */
export interface Mishap {
  readonly kind: FailureKind;
  readonly where: string;
  readonly message: string;
  readonly cause?: unknown;
  /** Whether the host was told to deny. */
  readonly denies: boolean;
}

/** Makes the record of each decision, and passes it to the observers. */
export class DecisionRecorder implements Recorder {
  readonly #batches = new Batches<Observation>({
    take: (observations) => this.#record(observations),
    write: () => this.#write(),
    isLarge,
  });
  #lines: string[] = [];
  #length = 0;

  constructor(private readonly options: RecorderOptions) {}

  ended(observation: Observation): void {
    try {
      if (this.options.beforeAnswer) {
        this.#record([observation]);
        this.#write();
      } else this.#batches.add(observation, isUrgent(observation));
    } catch {
      // A dependency of the hook can break any built-in. A decision never depends on its record.
    }
  }

  /** Records everything that waits. Call it before the process ends. */
  flush(): void {
    this.#batches.flush();
  }

  /** Records that a hook could not start, or could not send its answer. */
  failed(hook: string, host: string, { kind, where, message, cause, denies }: Mishap): void {
    this.flush();
    this.#note([mishapLine(new Failure(kind, hook, where, message, cause), host, denies, this.options.file)]);
  }

  #note(lines: readonly string[]): void {
    for (const observer of this.options.observers) observer.decided(lines);
  }

  #record(observations: readonly Observation[]): void {
    for (const observation of observations) {
      try {
        const line = decisionLine(observation, this.options.file);
        this.#lines.push(line);
        this.#length += line.length;
      } catch (error) {
        // For example, a getter of a decision that throws. A decision never depends on its record.
        observation.hook.log.warn("this decision could not be recorded", error);
      }
    }
    if (this.#length >= MAX_LENGTH) this.#write();
  }

  #write(): void {
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    if (lines.length > 0) this.#note(lines);
  }
}
