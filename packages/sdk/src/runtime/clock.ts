/** Time that only goes forward, and timers on it. Tests bring their own. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls back once after so many milliseconds; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
