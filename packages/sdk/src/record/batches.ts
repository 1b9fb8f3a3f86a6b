/** How long no item must come before the waiting ones are taken: the host then waits for the agent, not for us. */
const QUIET_MS = 25;
/** Items are taken after about one second, even if they never pause: after 40 times `QUIET_MS`. */
const MAX_CHECKS = 40;
/** Limits the memory. */
const MAX_WAITING = 1024;
/** Calls that have arrived are answered between two groups of this size. All at once would delay a call by several ms. */
const AT_ONCE = 2;
const URGENT_AT_ONCE = 32;

interface BatchesOptions<T> {
  /** Receives the items in the order of their arrival. `hasMore`: more that wait already come soon. */
  take(items: readonly T[], hasMore: boolean): void;
  /** Whether an item holds too much memory to wait. */
  isLarge(item: T): boolean;
}

/** Collects what can wait for a quiet moment, about 1,024 items and for about a second at most. */
export class Batches<T> {
  readonly #waiting: T[] = [];
  /** How many of the waiting items were asked for their size. */
  #measured = 0;
  /** Whether an urgent or a large item waits. */
  #isHurried = false;
  #isTaking = false;
  #timer: NodeJS.Timeout | undefined;
  #added = false;
  #checks = 0;

  constructor(private readonly options: BatchesOptions<T>) {}

  /**
   * `isUrgent`: take it, and what waits, right after the answers of the same chunk of input. An item that waits already may
   * be added again as an urgent one.
   */
  add(item: T, isUrgent: boolean): void {
    if (!isUrgent || !this.#isWaiting(item)) this.#waiting[this.#waiting.length] = item;
    this.#added = true;
    if (isUrgent) this.#isHurried = true;
    if (isUrgent || this.#waiting.length > MAX_WAITING) this.#takeSoon();
    else this.#timer ??= setTimeout(() => this.#check(), QUIET_MS).unref();
  }

  /** Takes everything that waits. */
  flush(): void {
    this.#take(this.#waiting.length);
  }

  /** Without `includes`: a dependency can replace it, and no denial would be recorded. */
  #isWaiting(item: T): boolean {
    for (let at = this.#waiting.length - 1; at >= 0; at--) if (this.#waiting[at] === item) return true;
    return false;
  }

  #take(count: number): void {
    const items = this.#waiting.splice(0, count);
    this.#measured = Math.max(0, this.#measured - items.length);
    if (this.#waiting.length === 0) this.#isHurried = false;
    if (items.length > 0) this.options.take(items, this.#waiting.length > 0);
  }

  #takeSoon(): void {
    if (this.#isTaking) return;
    this.#isTaking = true;
    setImmediate(() => {
      this.#isTaking = false;
      this.#take(Math.max(this.#isHurried ? URGENT_AT_ONCE : AT_ONCE, this.#waiting.length - MAX_WAITING));
      if (this.#waiting.length > 0) this.#takeSoon();
    });
  }

  /** Looks every 25 ms at what came: a timer and a measurement for each item delayed the first answers by a tenth. */
  #check(): void {
    this.#timer = undefined;
    if (this.#waiting.length === 0) {
      this.#checks = 0;
      return;
    }
    this.#checks += 1;
    if (this.#holdsLarge()) this.#isHurried = true;
    const isDue = this.#isHurried || !this.#added || this.#checks >= MAX_CHECKS;
    this.#added = false;
    if (isDue) {
      this.#checks = 0;
      this.#takeSoon();
    } else this.#timer = setTimeout(() => this.#check(), QUIET_MS).unref();
  }

  #holdsLarge(): boolean {
    const from = this.#measured;
    this.#measured = this.#waiting.length;
    return this.#waiting.slice(from).some((item) => this.options.isLarge(item));
  }
}
