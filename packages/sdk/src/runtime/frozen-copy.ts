import { RAW } from "../hook/raw.js";

// Captured when the SDK is loaded. A dependency that replaces them later could otherwise change a decision.
const { create, defineProperty, freeze, getPrototypeOf, keys } = Object;
const { isArray } = Array;

type Fields = Record<PropertyKey, unknown>;

/**
 * Returns a plain, frozen copy of an author's return value. Reads each field once: a getter or a proxy could return
 * another value the second time. Keeps the host's original object of a message as it is.
 */
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    const items: unknown[] = [];
    const { length } = value;
    for (let at = 0; at < length; at++) put(items, at, frozenCopy(value[at]));
    return freeze(items);
  }
  const copy = isPlain(value) ? {} : instanceCopy(value);
  for (const key of keys(value)) put(copy, key, frozenCopy((value as Fields)[key]));
  if (RAW in value) put(copy, RAW, (value as Fields)[RAW]);
  return freeze(copy);
}

/** Whether a value is a plain object. JSON changes a `Date`, a `Map` or an instance of a class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = getPrototypeOf(value);
  return prototype === null || getPrototypeOf(prototype) === null;
}

/** Creates the copy of a class instance. It keeps the class name for messages, and the current result of `toJSON`. */
function instanceCopy(value: object): object {
  const copy = create({ constructor: { name: value.constructor?.name ?? "an object" } });
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== "function") return copy;
  const json = frozenCopy(toJSON.call(value));
  return defineProperty(copy, "toJSON", { value: () => json });
}

/** Defines a field. Assignment could call a setter, and `__proto__` would set the prototype. */
function put(copy: object, key: PropertyKey, value: unknown): void {
  defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
}
