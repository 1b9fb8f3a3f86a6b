/** A monotonic clock with timers. Tests use their own. */
export interface Clock {
  /** Returns the milliseconds since a fixed moment. */
  now(): number;
  /**
   * Calls `callback` once after `ms` milliseconds. Returns a function that cancels it. `unref`: the timer does not keep
   * the process running.
   */
  after(ms: number, callback: () => void, options?: { readonly unref?: boolean }): () => void;
}

export const systemClock: Clock = {
  // Not `performance`, which Node loads at its first use.
  now() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  after(ms, callback, { unref = false } = {}) {
    const timer = setTimeout(callback, ms);
    if (unref) timer.unref();
    return () => clearTimeout(timer);
  },
};

/** In milliseconds. In Node, a longer timer fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
