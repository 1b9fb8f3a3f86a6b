/** A monotonic clock with timers. Tests use their own. */
export interface Clock {
  /** Returns the milliseconds since a fixed moment. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** In milliseconds. In Node, a longer timer fires immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
