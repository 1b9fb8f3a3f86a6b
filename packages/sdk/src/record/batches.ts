/** How long no decision must end before the waiting ones are recorded: the host then waits for the agent, not for us. */
const QUIET_MS = 5;
/** The longest that a decision waits if there is no quiet moment. */
const MAX_WAIT_MS = 100;
const MAX_WAITING = 256;

/** Collects what can wait for a quiet moment, at most 256 items and for at most about 100 ms. */
export class Batches<T> {
  /** An item that is added again counts once. */
  #waiting = new Set<T>();
  #firstAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(private readonly take: (items: readonly T[]) => void) {}

  /** `isUrgent`: take it, and what waits, right after the answers of the same chunk of input. */
  add(item: T, isUrgent: boolean): void {
    this.#waiting.add(item);
    if (isUrgent || this.#waiting.size >= MAX_WAITING) this.#takeSoon();
    else this.#takeWhenQuiet();
  }

  /** Takes everything that waits. */
  flush(): void {
    const items = [...this.#waiting];
    this.#waiting = new Set();
    if (items.length > 0) this.take(items);
  }

  #takeSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.flush();
    });
  }

  #takeWhenQuiet(): void {
    const now = performance.now();
    if (this.#waiting.size === 1) this.#firstAt = now;
    else if (now - this.#firstAt >= MAX_WAIT_MS) return;
    // Refreshing is cheaper than a new timer for each decision.
    this.#timer ??= setTimeout(() => this.flush(), QUIET_MS).unref();
    this.#timer.refresh();
  }
}
