import type { Clock } from "./clock.js";
import type { Deadline } from "./deadline.js";

/** The calls that wait for something. A call that is answered at once is never among them. */
export class RunningCalls {
  readonly #calls = new Set<Deadline>();
  #whenIdle: (() => void) | undefined;

  add(call: Deadline): void {
    this.#calls.add(call);
  }

  delete(call: Deadline): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#whenIdle?.();
  }

  /** Gives all of them up. */
  stop(): void {
    for (const call of this.#calls) call.end("stopped");
  }

  /** Settles when none is left, or when the grace is over. */
  drained(graceMs: number, clock: Clock): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      this.#whenIdle = () => {
        cancel();
        resolve();
      };
    });
  }
}
