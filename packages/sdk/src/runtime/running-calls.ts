import type { Clock } from "./clock.js";

/** A call that can be abandoned. */
interface RunningCall {
  end(ending: "stopped"): void;
}

/** The pending calls. A call that is answered synchronously is never added. */
export class RunningCalls {
  readonly #calls = new Set<RunningCall>();
  #whenIdle: (() => void) | undefined;
  #isStopped = false;

  /** Adds a call. After `stop`, ends it immediately, since its answer could no longer be sent. */
  add(call: RunningCall): void {
    if (this.#isStopped) call.end("stopped");
    else this.#calls.add(call);
  }

  delete(call: RunningCall): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#whenIdle?.();
  }

  /** Abandons all calls. */
  stop(): void {
    this.#isStopped = true;
    for (const call of this.#calls) call.end("stopped");
  }

  /** Settles when no calls are left, or after `graceMs`. */
  whenDrained(graceMs: number, clock: Clock): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      this.#whenIdle = () => {
        // By then, calls that waited for the last one have been added. For example, the first calls wait for `setup`.
        setImmediate(() => {
          if (this.#calls.size > 0) return;
          cancel();
          resolve();
        });
      };
    });
  }
}
