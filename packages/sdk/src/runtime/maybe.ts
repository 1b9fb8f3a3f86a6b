/** A value now or later. A handler that answers at once costs no promise. */
export type Maybe<T> = T | Promise<T>;

/** Goes on with the value: at once if it is there. */
export function after<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Tries something that may fail now or later; `failed` must not. */
export function attempt<T>(run: () => Maybe<T>, failed: (thrown: unknown) => T): Maybe<T> {
  try {
    const value = run();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Visits the items in order until one gives a result. */
export function firstResult<T, R>(
  items: readonly T[],
  visit: (item: T) => Maybe<R | undefined>,
  from = 0,
): Maybe<R | undefined> {
  for (let index = from; index < items.length; index++) {
    const result = visit(items[index] as T);
    if (result instanceof Promise) return result.then((value) => value ?? firstResult(items, visit, index + 1));
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Whether a value is to be awaited; authors may return promises of any make. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
