/** How long no item must come before the waiting ones are taken: the host then waits for the agent, not for us. */
const QUIET_MS = 5;
/** Items are taken after about one second, even if they never pause: after 200 times `QUIET_MS`. */
const MAX_CHECKS = 200;
/** Limits the memory. */
const MAX_WAITING = 1024;
/** Calls that have arrived are answered between two groups of this size. */
const AT_ONCE = 2;
const URGENT_AT_ONCE = 32;

/** Collects what can wait for a quiet moment, about 1,024 items and for about a second at most. */
export class Batches<T> {
  /** In the order of arrival. An item that is added again counts once. */
  readonly #waiting = new Set<T>();
  #isUrgent = false;
  #isTaking = false;
  #timer: NodeJS.Timeout | undefined;
  #added = false;
  #checks = 0;

  constructor(private readonly take: (items: readonly T[]) => void) {}

  /** `isUrgent`: take it, and what waits, right after the answers of the same chunk of input. */
  add(item: T, isUrgent: boolean): void {
    this.#waiting.add(item);
    this.#added = true;
    if (isUrgent) this.#isUrgent = true;
    if (isUrgent || this.#waiting.size > MAX_WAITING) this.#takeSoon();
    else this.#timer ??= setTimeout(() => this.#check(), QUIET_MS).unref();
  }

  /** Takes everything that waits. */
  flush(): void {
    this.#take(this.#waiting.size);
  }

  #take(count: number): void {
    const items: T[] = [];
    for (const item of this.#waiting) {
      if (items.length === count) break;
      items.push(item);
      this.#waiting.delete(item);
    }
    if (this.#waiting.size === 0) this.#isUrgent = false;
    if (items.length > 0) this.take(items);
  }

  #takeSoon(): void {
    if (this.#isTaking) return;
    this.#isTaking = true;
    setImmediate(() => {
      this.#isTaking = false;
      this.#take(Math.max(this.#isUrgent ? URGENT_AT_ONCE : AT_ONCE, this.#waiting.size - MAX_WAITING));
      if (this.#waiting.size > 0) this.#takeSoon();
    });
  }

  /** A timer for each item would cost more than looking every 5 ms whether one came. */
  #check(): void {
    this.#checks += 1;
    const isDue = !this.#added || this.#checks >= MAX_CHECKS;
    this.#added = false;
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    if (isDue) {
      this.#checks = 0;
      this.#takeSoon();
    } else this.#timer = setTimeout(() => this.#check(), QUIET_MS).unref();
  }
}
