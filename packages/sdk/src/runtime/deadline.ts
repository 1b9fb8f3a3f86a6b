import { type Awaitable, isPromise, isThenable, promiseOf, whenSettled } from "./awaitable.js";
import type { Clock } from "./clock.js";
import type { RunningCalls } from "./running-calls.js";
import { timeoutSignal } from "./timeout-signal.js";

/** Why a call was abandoned. */
export type EndReason = "timed-out" | "cancelled" | "stopped";

const END_MESSAGES: Readonly<Record<EndReason, string>> = {
  "timed-out": "The deadline of this call has passed",
  cancelled: "The host cancelled this call",
  stopped: "The hook process is ending",
};

/** When a call is abandoned, everything that still waits for it rejects with this error. */
export class CallEnded extends Error {
  /** A brand, as in `Failure`: `instanceof` can be redefined. */
  readonly #isCallEnded = true;

  constructor(readonly ending: EndReason) {
    super(END_MESSAGES[ending]);
  }

  static is(value: unknown): value is CallEnded {
    return typeof value === "object" && value !== null && #isCallEnded in value;
  }
}

/** The deadline of one call. Allocates nothing for a call that is answered synchronously. */
export class Deadline {
  readonly #endsAt: number;
  #losers: Set<(reason: CallEnded) => void> | undefined;
  #controller: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;
  #ended: CallEnded | undefined;

  constructor(
    ms: number,
    private readonly clock: Clock,
    private readonly running: RunningCalls,
  ) {
    this.#endsAt = clock.now() + ms;
  }

  /** Aborts when the call is abandoned. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  /** Returns a signal that also aborts after `ms` milliseconds. */
  timeout(ms: number): AbortSignal {
    return timeoutSignal(this.signal, ms, this.clock);
  }

  /** How long until the call is abandoned. */
  get remainingMs(): number {
    return this.#endsAt - this.clock.now();
  }

  /** Why the call ended, if it did. Also checks the clock: a handler that blocks the thread blocks the timer. */
  get ended(): CallEnded | undefined {
    if (this.#ended === undefined && this.clock.now() >= this.#endsAt) this.end("timed-out");
    return this.#ended;
  }

  /** Settles like the promise, or rejects if the call ends first. Drops a late value. */
  race<T>(promise: Promise<T>): Promise<T> {
    if (this.ended === undefined) this.running.add(this);
    if (this.#ended !== undefined) {
      whenSettled(promise, undefined, () => {});
      return Promise.reject(this.#ended);
    }
    this.#cancelTimer ??= this.clock.after(Math.max(0, this.#endsAt - this.clock.now()), () => this.end("timed-out"));
    this.#losers ??= new Set();
    const losers = this.#losers;
    return new Promise<T>((resolve, reject) => {
      losers.add(reject);
      whenSettled(promise, resolve, reject);
      const settled = () => void losers.delete(reject);
      whenSettled(promise, settled, settled);
    });
  }

  /** Returns the result of `run`, or a promise of it. Throws or rejects with `CallEnded` if the call ends first. */
  inTime<T>(run: () => T | PromiseLike<T>): Awaitable<T> {
    // Does not read the clock: if the time is up already, the result of `run` is late and is dropped.
    if (this.#ended !== undefined) throw this.#ended;
    const value = run();
    if (isThenable(value)) return whenSettled(this.race(promiseOf(value)), (late) => this.#unlessEnded(late as T));
    return this.#unlessEnded(value as T);
  }

  #unlessEnded<T>(value: T): T {
    if (this.ended !== undefined) throw this.ended;
    return value;
  }

  /** Abandons the call. */
  end(ending: EndReason): void {
    if (this.#ended !== undefined) return;
    this.#ended = new CallEnded(ending);
    for (const reject of this.#losers ?? []) reject(this.#ended);
    this.#controller?.abort(this.#ended);
  }

  /** Cleans up after the call is answered. */
  close(): void {
    this.#cancelTimer?.();
    this.running.delete(this);
  }
}

/** Runs one call under its deadline and cleans up afterwards. `run` must not throw. */
export function withDeadline<T>(deadline: Deadline, run: () => Awaitable<T>): Awaitable<T> {
  const value = run();
  if (!isPromise(value)) return value;
  const close = () => deadline.close();
  whenSettled(value, close, close);
  return value;
}
