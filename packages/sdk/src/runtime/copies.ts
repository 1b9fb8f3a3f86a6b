import { RAW } from "../hook/raw.js";
import { once } from "./lazily.js";

// Captured when the SDK is loaded, and used in plain loops. A dependency that replaces them later could otherwise
// change a decision, or the call that a handler decides on.
const { create, defineProperty, freeze, getPrototypeOf, keys } = Object;
const { isArray } = Array;

type Fields = Record<PropertyKey, unknown>;

/**
 * Returns a plain, frozen copy of an author's return value. Reads each field once: a getter or a proxy could return
 * another value the second time. Does not copy the host's original object of a message. `asJson`: replaces an object
 * with what its `toJSON` returns, so that a check of the copy is a check of the text that is sent.
 */
export function frozenCopy(value: unknown, asJson = false): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    const items: unknown[] = [];
    const { length } = value;
    for (let at = 0; at < length; at++) setField(items, at, frozenCopy(value[at], asJson));
    return freeze(items);
  }
  if (asJson && !isPlain(value)) {
    const { toJSON } = value as Fields;
    if (typeof toJSON === "function") return frozenCopy(toJSON.call(value), true);
  }
  const copy = isPlain(value) ? {} : instanceCopy(value);
  for (const key of keys(value)) setField(copy, key, frozenCopy((value as Fields)[key], asJson));
  if (RAW in value) setField(copy, RAW, (value as Fields)[RAW]);
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

/**
 * Copies a call for one handler, so that only this handler sees what it changes in place. A conversation and the host's
 * original object are copied when they are read: most handlers do not read them.
 */
export function cloneCall<T extends object>(call: T): T {
  const clone = {};
  const names = keys(call);
  for (let index = 0; index < names.length; index++) {
    const key = names[index] as string;
    const isLarge = key === "raw" || key === "messages" || key === "tools";
    const copy = () => copyOf((call as Fields)[key]);
    if (isLarge) defineProperty(clone, key, { get: once(copy), enumerable: true, configurable: true });
    else setField(clone, key, copy());
  }
  return clone as T;
}

/**
 * Copies JSON deeply, including the host's original object of a message. Instances of classes, such as a URL, are not
 * copied.
 */
export function copyOf<T>(value: T): T;
export function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) {
    const items: unknown[] = [];
    for (let at = 0; at < value.length; at++) setField(items, at, copyOf(value[at]));
    return items;
  }
  if (!isPlain(value)) return value;
  // Spread defines fields, as `setField` does, and is faster.
  const copy: Fields = { ...value };
  const names = keys(copy);
  for (let index = 0; index < names.length; index++) setInner(copy, names[index] as string);
  if (RAW in copy) setInner(copy, RAW);
  return copy;
}

function setInner(copy: Fields, key: PropertyKey): void {
  const inner = copy[key];
  if (typeof inner === "object" && inner !== null) setField(copy, key, copyOf(inner));
}

/** Defines a field. Assignment could call a setter, and `__proto__` would set the prototype. */
export function setField(object: object, key: PropertyKey, value: unknown): void {
  defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
