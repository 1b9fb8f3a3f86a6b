import { types } from "node:util";

/** A value now or later. A handler that answers at once costs no promise. */
export type Awaitable<T> = T | Promise<T>;

// Taken when the SDK is loaded: a dependency that puts another `then` or `instanceof` into their place later would get
// between a handler and what is made of its decision.
const { apply } = Reflect;
const { isPromise: isNativePromise } = types;
const ItsPromise = Promise;
const itsPrototype = Promise.prototype;
const itsThen = Promise.prototype.then;
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
  return apply(itsThen, promise, [next, failed]);
}

/**
 * A promise of what an author returned. A plain promise is taken as it is: `resolve` would call a replaced `then` if
 * `constructor` was replaced too. Any other says its value by its own `then`.
 */
export function promiseOf<T>(value: PromiseLike<T>): Promise<T> {
  const isPlain = isPromise(value) && getPrototypeOf(value) === itsPrototype && !hasOwn(value, "then");
  return isPlain ? (value as Promise<T>) : new ItsPromise((resolve) => resolve(value));
}

/**
 * The promise, for `await` in our own code: it looks at no part of `Promise` that a dependency may have replaced.
 */
export function awaitable<T>(value: Awaitable<T>): Awaitable<T> {
  if (isPromise(value)) defineProperty(value, "constructor", { value: ItsPromise, configurable: true });
  return value;
}

/** Goes on with the value: at once if it is there. */
export function after<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? whenSettled(value as Promise<T>, next) : next(value);
}

/** Tries something that may fail now or later; `failed` must not. */
export function attempt<T>(run: () => Awaitable<T>, failed: (thrown: unknown) => T): Awaitable<T> {
  try {
    const value = run();
    return isPromise(value) ? whenSettled(value as Promise<T>, undefined, failed) : value;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Visits the items in order until one gives a result. */
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

/** Whether a value is to be awaited; authors may return promises of any make. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
