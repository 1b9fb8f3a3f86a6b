/**
 * A table whose values are made when they are first asked for. A schema takes time to make, and a process that answers
 * one call needs few of them.
 */
export function lazily<T extends object>(makers: { readonly [Key in keyof T]: () => T[Key] }): Readonly<T> {
  const table = {} as T;
  for (const key of Object.keys(makers) as (keyof T)[]) {
    const get = () => {
      const value = makers[key]();
      Object.defineProperty(table, key, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(table, key, { get, enumerable: true, configurable: true });
  }
  return table;
}

/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
