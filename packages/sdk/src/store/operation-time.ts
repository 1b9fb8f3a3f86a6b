import { StoreError } from "../hook/store-error.js";
import type { Clock } from "../runtime/clock.js";
import type { OperationLimit } from "./engine.js";

/** The time of one operation. An engine that answers synchronously needs no timer. */
export class OperationTime implements OperationLimit {
  readonly #controller = new AbortController();

  constructor(readonly ms: number) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Settles like the promise, or rejects when the time has passed or `outer` aborts. */
  race<T>(promise: Promise<T>, outer: AbortSignal, clock: Clock): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => {
        settled();
        const error = new StoreError("timed-out", "the store did not answer in time");
        this.#controller.abort(error);
        reject(error);
      };
      const cancelTimer = clock.after(this.ms, end, { unref: true });
      const settled = () => {
        cancelTimer();
        outer.removeEventListener("abort", end);
      };
      outer.addEventListener("abort", end);
      if (outer.aborted) end();
      promise.then(resolve, reject).finally(settled);
    });
  }
}
