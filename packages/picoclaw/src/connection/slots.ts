import { AsyncResource } from "node:async_hooks";

/** Limits how many tasks run at the same time. Further tasks wait in order. */
export class Slots {
  readonly #queue = new Set<() => void>();

  constructor(private free: number) {}

  /**
   * Calls `start` now or when a slot is free. Returns a function that removes the task from the queue. A task that was
   * started must call `release` when it ends.
   */
  take(start: () => void): () => void {
    if (this.free > 0) {
      this.free -= 1;
      start();
      return () => {};
    }
    const queued = AsyncResource.bind(start);
    this.#queue.add(queued);
    return () => this.#queue.delete(queued);
  }

  release(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
