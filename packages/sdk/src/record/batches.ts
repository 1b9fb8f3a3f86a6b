/** How long no decision must end before the waiting ones are recorded: the host then waits for the agent, not for us. */
const QUIET_MS = 5;
/** After this time, decisions are recorded even if calls never pause. */
const MAX_WAIT_MS = 100;
const MAX_WAITING = 256;
/** Between so many, calls that have arrived are answered: recording all at once would take several ms. */
const MAX_AT_ONCE = 4;

/** Collects what can wait for a quiet moment, at most 256 items and for at most about 100 ms. */
export class Batches<T> {
  /** An item that is added again counts once. */
  readonly #waiting = new Set<T>();
  #firstAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDraining = false;

  constructor(private readonly take: (items: readonly T[]) => void) {}

  /** `isUrgent`: take it, and what waits, right after the answers of the same chunk of input. */
  add(item: T, isUrgent: boolean): void {
    this.#waiting.add(item);
    if (isUrgent) setImmediate(() => this.flush());
    else if (this.#waiting.size >= MAX_WAITING) this.#drainSoon();
    else this.#takeWhenQuiet();
  }

  /** Takes everything that waits. */
  flush(): void {
    this.#take(this.#waiting.size);
  }

  #take(count: number): void {
    const items = [...this.#waiting].slice(0, count);
    for (const item of items) this.#waiting.delete(item);
    if (items.length > 0) this.take(items);
  }

  #drainSoon(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    setImmediate(() => {
      this.#isDraining = false;
      this.#drain();
    });
  }

  #drain(): void {
    this.#take(MAX_AT_ONCE);
    if (this.#waiting.size > 0) this.#drainSoon();
  }

  #takeWhenQuiet(): void {
    const now = performance.now();
    if (this.#waiting.size === 1) this.#firstAt = now;
    else if (now - this.#firstAt >= MAX_WAIT_MS) return;
    // Refreshing is cheaper than a new timer for each decision.
    this.#timer ??= setTimeout(() => this.#drain(), QUIET_MS).unref();
    this.#timer.refresh();
  }
}
