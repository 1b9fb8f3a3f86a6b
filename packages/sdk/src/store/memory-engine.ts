import type { Clock } from "../runtime/clock.js";
import { type Entry, LocalEngine, type Transaction } from "./local-engine.js";

/** Expired entries are removed after this number of writes. */
const WRITES_PER_CLEANUP = 1000;

/** A store in the memory of this process, with the time of a clock. */
export class MemoryEngine extends LocalEngine {
  readonly #entries = new Map<string, Entry>();
  #writes = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  protected transact<T>(change: (transaction: Transaction) => T): T {
    const now = this.clock.now();
    const entries = this.#entries;
    return change({
      now,
      read(key) {
        const entry = entries.get(key);
        return entry !== undefined && entry.expiresAt > now ? entry.text : undefined;
      },
      write: (key, entry) => {
        entries.set(key, entry);
        this.#cleanUp(now);
      },
      remove: (key) => void entries.delete(key),
    });
  }

  close(): void {}

  #cleanUp(now: number): void {
    this.#writes++;
    if (this.#writes % WRITES_PER_CLEANUP !== 0) return;
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key);
  }
}
