import { HookError } from "../connection/hook-error.js";

/** The quantiles are computed from the last answered calls, at most this many. */
const REMEMBERED = 1024;

/** What a hook has done since it was added. */
export interface CountersSnapshot {
  readonly calls: number;
  /** Denials, denied approvals and aborts. */
  readonly denials: number;
  /** Calls without a valid answer, including timeouts. */
  readonly failures: number;
  readonly timeouts: number;
  readonly restarts: number;
  readonly eventsDropped: number;
  /** The median duration of the last 1024 answered calls, in milliseconds. `undefined` before the first answer. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
}

export class Counters {
  denials = 0;
  failures = 0;
  restarts = 0;
  eventsDropped = 0;
  #calls = 0;
  #answered = 0;
  #timeouts = 0;
  readonly #durations: number[] = [];

  /** Makes a call, and counts it and its result. */
  async around<T>(call: () => Promise<T>): Promise<T> {
    const start = performance.now();
    this.#calls += 1;
    try {
      const value = await call();
      this.#durations[this.#answered++ % REMEMBERED] = performance.now() - start;
      return value;
    } catch (error) {
      this.failures += 1;
      if (error instanceof HookError && error.code === "timeout") this.#timeouts += 1;
      throw error;
    }
  }

  snapshot(): CountersSnapshot {
    const sorted = [...this.#durations].sort((a, b) => a - b);
    const at = (quantile: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))];
    return {
      calls: this.#calls,
      denials: this.denials,
      failures: this.failures,
      timeouts: this.#timeouts,
      restarts: this.restarts,
      eventsDropped: this.eventsDropped,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  }
}
