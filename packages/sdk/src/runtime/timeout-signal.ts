import { type Clock, MAX_TIMER_MS } from "./clock.js";

/**
 * Returns a signal that aborts when `ms` milliseconds have passed, with a `TimeoutError`, or when `signal` aborts, with
 * its reason. The timer keeps the signal alive, but not the process. This replaces `AbortSignal.any` of an
 * `AbortSignal.timeout`: on Node 20, such a signal is garbage-collected in a process that only waits, and never aborts
 * (observed).
 */
export function timeoutSignal(signal: AbortSignal, ms: number, clock: Clock): AbortSignal {
  if (!(ms > 0 && ms <= MAX_TIMER_MS)) {
    throw new RangeError(`timeout: expected milliseconds, more than 0 and at most ${MAX_TIMER_MS}`);
  }
  const controller = new AbortController();
  if (signal.aborted) {
    controller.abort(signal.reason);
    return controller.signal;
  }
  const end = (reason: unknown) => {
    cancelTimer();
    signal.removeEventListener("abort", onAbort);
    controller.abort(reason);
  };
  const onAbort = () => end(signal.reason);
  const cancelTimer = clock.after(ms, () => end(new DOMException(`${ms} ms have passed`, "TimeoutError")), {
    unref: true,
  });
  signal.addEventListener("abort", onAbort);
  return controller.signal;
}
