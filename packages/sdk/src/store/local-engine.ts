import type { WindowUse } from "../hook/store.js";
import { StoreError } from "../hook/store-error.js";
import type { Awaitable } from "../runtime/awaitable.js";
import type { EngineWindow, OperationLimit, StoreEngine } from "./engine.js";
import { addTo, longestMs, type Windows } from "./sliding-window.js";

/** An entry of a local store. */
export interface Entry {
  readonly text: string;
  /** In milliseconds of the engine's clock. */
  readonly expiresAt: number;
}

/** Reads and writes entries within one transaction. An expired entry is read as `undefined`. */
export interface Transaction {
  readonly now: number;
  read(key: string): string | undefined;
  write(key: string, entry: Entry): void;
  remove(key: string): void;
}

/** The windows of a key are a separate entry, so that an increment does not read them. */
const WINDOWS = "windows ";
const VALUE = "value ";

/** A store on this machine. A subclass only runs transactions. */
export abstract class LocalEngine implements StoreEngine {
  readonly isShared = false;

  /**
   * Runs `change` so that no other transaction of the store writes at the same time. If it throws, nothing is written.
   * `writes`: whether it may write. Otherwise, it reads one entry.
   */
  protected abstract transact<T>(
    change: (transaction: Transaction) => T,
    limit: OperationLimit,
    writes: boolean,
  ): Awaitable<T>;

  abstract close(): Awaitable<void>;

  get(key: string, limit: OperationLimit): Awaitable<string | undefined> {
    return this.transact((transaction) => transaction.read(VALUE + key), limit, false);
  }

  set(key: string, text: string, lifetimeMs: number, limit: OperationLimit): Awaitable<void> {
    return this.transact((transaction) => put(transaction, VALUE + key, text, lifetimeMs), limit, true);
  }

  delete(key: string, limit: OperationLimit): Awaitable<void> {
    return this.transact(
      (transaction) => {
        transaction.remove(VALUE + key);
        transaction.remove(WINDOWS + key);
      },
      limit,
      true,
    );
  }

  increment(key: string, by: number, lifetimeMs: number, limit: OperationLimit): Awaitable<number> {
    return this.transact(
      (transaction) => {
        const sum = numberOf(transaction.read(VALUE + key)) + by;
        put(transaction, VALUE + key, JSON.stringify(sum), lifetimeMs);
        return sum;
      },
      limit,
      true,
    );
  }

  compareAndSet(
    key: string,
    expected: string | undefined,
    text: string,
    lifetimeMs: number,
    limit: OperationLimit,
  ): Awaitable<boolean> {
    return this.transact(
      (transaction) => {
        if (transaction.read(VALUE + key) !== expected) return false;
        put(transaction, VALUE + key, text, lifetimeMs);
        return true;
      },
      limit,
      true,
    );
  }

  addToWindow(key: string, window: EngineWindow, limit: OperationLimit): Awaitable<WindowUse> {
    return this.transact(
      (transaction) => {
        const text = transaction.read(WINDOWS + key);
        const known = text === undefined ? {} : (JSON.parse(text) as Windows);
        const { windows, use } = addTo(known, window, transaction.now);
        if (windows !== undefined) put(transaction, WINDOWS + key, JSON.stringify(windows), longestMs(windows));
        return use;
      },
      limit,
      true,
    );
  }
}

function put(transaction: Transaction, key: string, text: string, lifetimeMs: number): void {
  transaction.write(key, { text, expiresAt: transaction.now + lifetimeMs });
}

function numberOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const value: unknown = JSON.parse(text);
  if (typeof value === "number") return value;
  throw new StoreError("invalid-value", "increment: the stored value is not a number: delete it, or use another key");
}
