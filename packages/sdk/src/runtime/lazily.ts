/**
 * Creates an object whose values are computed on first access. Creating a schema takes time, and a process that answers
 * one call needs only a few.
 */
export function lazily<T extends object>(factories: { readonly [Key in keyof T]: () => T[Key] }): Readonly<T> {
  const table = {} as T;
  for (const key of Object.keys(factories) as (keyof T)[]) {
    const get = () => {
      const value = factories[key]();
      Object.defineProperty(table, key, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(table, key, { get, enumerable: true, configurable: true });
  }
  return table;
}

/** Creates a getter whose value is computed on the first call. */
export function once<T>(compute: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}

/** Creates a function whose value for each argument is computed on the first call with it. */
export function memoized<Argument, Value>(compute: (argument: Argument) => Value): (argument: Argument) => Value {
  const values = new Map<Argument, Value>();
  return (argument) => {
    const known = values.get(argument);
    if (known !== undefined) return known;
    const value = compute(argument);
    values.set(argument, value);
    return value;
  };
}
