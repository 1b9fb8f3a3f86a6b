import type { Clock } from "../../src/runtime/clock.js";

/** A clock that moves only when the test moves it. */
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

  /** The number of waiting timers. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves the time forward and calls the timers that are due. */
  advance(ms: number): void {
    this.block(ms);
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.callback();
    }
  }

  /** Moves the time forward as if the thread were blocked: no timer is called. */
  block(ms: number): void {
    this.#now += ms;
  }
}
