import { AsyncResource } from "node:async_hooks";

/** So many at a time; the rest wait in the order they came. */
export class Slots {
  readonly #queue = new Set<() => void>();

  constructor(private free: number) {}

  /** Starts at once or when a slot is free; what it returns leaves the queue. Whoever started must `release`. */
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
