import type { WindowUse } from "../hook/store.js";
import type { Awaitable } from "../runtime/awaitable.js";

/** How long an operation may take. */
export interface OperationLimit {
  /** Aborts when the operation must end. */
  readonly signal: AbortSignal;
  /** The milliseconds until then, for code that blocks the thread: a signal cannot abort such code. */
  readonly ms: number;
}

/** The window of an operation. */
export interface EngineWindow {
  readonly windowMs: number;
  readonly limit: number;
  readonly amount: number;
}

/**
 * Where values are stored. Keys and values are texts; a value is JSON with sorted keys, so that equal values are equal
 * texts. Every operation is atomic. Failures are `StoreError`s.
 */
export interface StoreEngine {
  /** Whether several users or machines use this store. */
  readonly isShared: boolean;
  get(key: string, limit: OperationLimit): Awaitable<string | undefined>;
  set(key: string, text: string, lifetimeMs: number, limit: OperationLimit): Awaitable<void>;
  /** Removes the value and the windows of a key. */
  delete(key: string, limit: OperationLimit): Awaitable<void>;
  increment(key: string, by: number, lifetimeMs: number, limit: OperationLimit): Awaitable<number>;
  /** `expected`: `undefined` means that there must be no value. */
  compareAndSet(
    key: string,
    expected: string | undefined,
    text: string,
    lifetimeMs: number,
    limit: OperationLimit,
  ): Awaitable<boolean>;
  addToWindow(key: string, window: EngineWindow, limit: OperationLimit): Awaitable<WindowUse>;
  close(): Awaitable<void>;
}
