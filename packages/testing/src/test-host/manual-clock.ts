import type { Clock } from "@agent-hook/sdk/in-process";

/** Time that moves only when the test says so. */
export class ManualClock implements Clock {
  #now = 0;
  #tellAwaited: () => void = () => {};
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    this.#tellAwaited();
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Somebody waits, or did. */
  readonly awaited = new Promise<void>((resolve) => {
    this.#tellAwaited = resolve;
  });

  /** Lets time pass, a step whenever somebody waits for it, until the promise settles. */
  async until(promise: Promise<void>): Promise<void> {
    let over = false;
    const settled = promise.finally(() => {
      over = true;
    });
    while (!over) {
      await new Promise(setImmediate);
      const [next] = this.#timers.map(({ at }) => at).sort((a, b) => a - b);
      if (next !== undefined) this.advance(Math.max(0, next - this.#now));
    }
    await settled;
  }

  /** Time passes, and what is due is called in its order. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
  }
}
