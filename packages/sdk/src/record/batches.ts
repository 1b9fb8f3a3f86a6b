/** How long no item must come before the waiting ones are taken: the host then waits for the agent, not for us. */
const QUIET_MS = 25;
/** Items are taken after about one second, even if they never pause: after 40 times `QUIET_MS`. */
const MAX_CHECKS = 40;
/** Limits the memory. */
const MAX_WAITING = 1024;
/** Calls that have arrived are answered between two groups of this size. All at once would delay a call by several ms. */
const AT_ONCE = 2;
const URGENT_AT_ONCE = 32;
/** By how much fewer items may wait after each chunk of input, once too many have come without a pause. */
const LESS_ROOM = 32;

interface BatchesOptions<T> {
  /** Receives the items in the order of their arrival. */
  take(items: readonly T[]): void;
  /** Writes what was taken, which may also be written before. */
  write(): void;
  /** Whether an item holds too much memory to wait. */
  isLarge(item: T): boolean;
}

/**
 * Collects what can wait for a quiet moment, about 1,024 items and for about a second at most. When more have come without
 * a pause, V8 has compiled what takes them, and an item that waits costs more than one that is taken: items are then taken
 * after each chunk of input, and only their writing waits, until none has come for a second.
 */
export class Batches<T> {
  readonly #waiting: T[] = [];
  /** How many items may wait. */
  #room = MAX_WAITING;
  /** Whether more items have come without a pause than may wait. */
  #isBusy = false;
  /** How many of the waiting items were asked for their size. */
  #measured = 0;
  /** Whether an urgent or a large item waits. */
  #isHurried = false;
  #isTaking = false;
  #isUnwritten = false;
  #timer: NodeJS.Timeout | undefined;
  #added = false;
  #checks = 0;
  /** How many times in a row no item had come. */
  #quietChecks = 0;

  constructor(private readonly options: BatchesOptions<T>) {}

  /**
   * `isUrgent`: take and write it, and what waits, right after the answers of the same chunk of input. An item that waits
   * already may be added again as an urgent one.
   */
  add(item: T, isUrgent: boolean): void {
    if (!isUrgent || !this.#isWaiting(item)) this.#waiting[this.#waiting.length] = item;
    this.#added = true;
    if (isUrgent) this.#isHurried = true;
    if (this.#waiting.length > this.#room) this.#isBusy = true;
    if (isUrgent || this.#isBusy) this.#takeSoon();
    this.#timer ??= setTimeout(() => this.#check(), QUIET_MS).unref();
  }

  /** Takes and writes everything that waits. */
  flush(): void {
    this.#take(this.#waiting.length);
    this.#write();
  }

  /** Without `includes`: a dependency can replace it, and no denial would be recorded. */
  #isWaiting(item: T): boolean {
    for (let at = this.#waiting.length - 1; at >= 0; at--) if (this.#waiting[at] === item) return true;
    return false;
  }

  #take(count: number): void {
    const items = this.#waiting.splice(0, count);
    this.#measured = Math.max(0, this.#measured - items.length);
    if (items.length === 0) return;
    this.#isUnwritten = true;
    this.options.take(items);
  }

  #write(): void {
    this.#isHurried = false;
    this.#checks = 0;
    if (!this.#isUnwritten) return;
    this.#isUnwritten = false;
    this.options.write();
  }

  #takeSoon(): void {
    if (this.#isTaking) return;
    this.#isTaking = true;
    setImmediate(() => {
      this.#isTaking = false;
      if (this.#isBusy) this.#room = Math.max(0, this.#room - LESS_ROOM);
      this.#take(Math.max(this.#isHurried ? URGENT_AT_ONCE : AT_ONCE, this.#waiting.length - this.#room));
      if (this.#waiting.length > 0) this.#takeSoon();
      else if (this.#isHurried || !this.#isBusy) this.#write();
    });
  }

  /** Looks every 25 ms at what came: a timer and a measurement for each item delayed the first answers by a tenth. */
  #check(): void {
    this.#timer = undefined;
    this.#checks += 1;
    this.#quietChecks = this.#added ? 0 : this.#quietChecks + 1;
    this.#added = false;
    if (this.#quietChecks === MAX_CHECKS) {
      this.#isBusy = false;
      this.#room = MAX_WAITING;
    }
    if (this.#holdsLarge()) this.#isHurried = true;
    const isDue = this.#isHurried || this.#quietChecks > 0 || this.#checks >= MAX_CHECKS;
    if (!isDue || this.#isBusy) this.#timer = setTimeout(() => this.#check(), QUIET_MS).unref();
    if (!isDue) return;
    this.#checks = 0;
    if (this.#waiting.length > 0) this.#takeSoon();
    else this.#write();
  }

  #holdsLarge(): boolean {
    const from = this.#measured;
    this.#measured = this.#waiting.length;
    return this.#waiting.slice(from).some((item) => this.options.isLarge(item));
  }
}
