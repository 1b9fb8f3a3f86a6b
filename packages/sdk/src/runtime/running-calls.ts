import type { Clock } from "./clock.js";

/** A call that can be given up. */
interface RunningCall {
  end(ending: "stopped"): void;
}

/** The calls that wait for something. A call that is answered at once is never among them. */
export class RunningCalls {
  readonly #calls = new Set<RunningCall>();
  #whenIdle: (() => void) | undefined;
  #isStopped = false;

  /** What begins after the stop is given up at once: nobody would be there for its answer. */
  add(call: RunningCall): void {
    if (this.#isStopped) call.end("stopped");
    else this.#calls.add(call);
  }

  delete(call: RunningCall): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#whenIdle?.();
  }

  /** Gives all of them up. */
  stop(): void {
    this.#isStopped = true;
    for (const call of this.#calls) call.end("stopped");
  }

  /** Settles when none is left, or when the grace is over. */
  drained(graceMs: number, clock: Clock): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      this.#whenIdle = () => {
        // What waited for the last one, as calls do for `onStart`, has begun by then.
        setImmediate(() => {
          if (this.#calls.size > 0) return;
          cancel();
          resolve();
        });
      };
    });
  }
}
