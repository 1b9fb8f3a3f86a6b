import type { Clock } from "@agent-hook/sdk/in-process";

/** A clock that moves only when the test advances it. */
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

  /** Resolves when the first timer is set. */
  readonly awaited = new Promise<void>((resolve) => {
    this.#tellAwaited = resolve;
  });

  /** Resolves when a timer is running. */
  async waits(): Promise<void> {
    await this.awaited;
    while (this.#timers.length === 0) await new Promise(setImmediate);
  }

  /** Advances time to the next timer, again and again, until the promise settles. */
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

  /** Advances time and calls the due timers in order. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
  }
}
