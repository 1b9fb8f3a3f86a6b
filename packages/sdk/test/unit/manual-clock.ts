import type { Clock } from "../../src/runtime/clock.js";

/** Time that moves only when the test says so. */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Timers that wait. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Time passes and what is due is called. */
  advance(ms: number): void {
    this.block(ms);
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.callback();
    }
  }

  /** Time passes on a blocked thread: no timer is called. */
  block(ms: number): void {
    this.#now += ms;
  }
}
