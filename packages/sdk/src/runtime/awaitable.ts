import { types } from "node:util";

/** A value or a promise of it. A handler that returns synchronously creates no promise. */
export type Awaitable<T> = T | Promise<T>;

// Captured when the SDK is loaded. A dependency that replaces `then` or `instanceof` later could otherwise change a
// handler's decision.
const { apply } = Reflect;
const { isPromise: isNativePromise } = types;
const OriginalPromise = Promise;
const originalPrototype = Promise.prototype;
const originalThen = Promise.prototype.then;
const { defineProperty, getPrototypeOf, hasOwn } = Object;

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && isNativePromise(value);
}

/** `promise.then(next, failed)`. */
export function whenSettled<T, U = T, V = never>(
  promise: Promise<T>,
  next: ((value: T) => Awaitable<U>) | undefined,
  failed?: (thrown: unknown) => Awaitable<V>,
): Promise<U | V> {
  return apply(originalThen, promise, [next, failed]);
}

/**
 * Converts what an author returned to a promise. A plain promise is used as it is, since `resolve` would call a
 * replaced `then` if `constructor` was replaced too. Any other thenable is resolved through its own `then`.
 */
export function promiseOf<T>(value: PromiseLike<T>): Promise<T> {
  const isPlain = isPromise(value) && getPrototypeOf(value) === originalPrototype && !hasOwn(value, "then");
  return isPlain ? (value as Promise<T>) : new OriginalPromise((resolve) => resolve(value));
}

/**
 * Prepares a promise for `await` in our own code, so that it uses no part of `Promise` that a dependency may have
 * replaced.
 */
export function awaitable<T>(value: Awaitable<T>): Awaitable<T> {
  if (isPromise(value)) defineProperty(value, "constructor", { value: OriginalPromise, configurable: true });
  return value;
}

/** Calls `next` with the value, immediately if it is not a promise. */
export function after<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? whenSettled(value as Promise<T>, next) : next(value);
}

/** Runs something that may throw or reject. `failed` must not throw. */
export function attempt<T>(run: () => Awaitable<T>, failed: (thrown: unknown) => T): Awaitable<T> {
  try {
    const value = run();
    return isPromise(value) ? whenSettled(value as Promise<T>, undefined, failed) : value;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Visits the items in order until one returns a result. */
export function firstResult<T, R>(
  items: readonly T[],
  visit: (item: T) => Awaitable<R | undefined>,
  from = 0,
): Awaitable<R | undefined> {
  for (let index = from; index < items.length; index++) {
    const result = visit(items[index] as T);
    if (isPromise(result)) {
      return whenSettled(result as Promise<R | undefined>, (value) => value ?? firstResult(items, visit, index + 1));
    }
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Whether a value is thenable. Authors may return promises of any library. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
