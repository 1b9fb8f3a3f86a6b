import { RAW } from "../hook/raw.js";

// Taken when the SDK is loaded: what a dependency makes of them later changes no decision.
const { create, defineProperty, freeze, getPrototypeOf, keys } = Object;
const { isArray } = Array;

type Fields = Record<PropertyKey, unknown>;

/**
 * A plain, frozen copy of what an author returned, each field read once: a getter or a proxy could be something else when
 * it is read again. The host's own object that rides along on a message stays as it is.
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

/** No `Date`, `Map` or instance of a class: JSON makes something else of those. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = getPrototypeOf(value);
  return prototype === null || getPrototypeOf(prototype) === null;
}

/** Stays an instance of a class of that name, and for JSON what the instance makes of itself now. */
function instanceCopy(value: object): object {
  const copy = create({ constructor: { name: value.constructor?.name ?? "an object" } });
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== "function") return copy;
  const json = frozenCopy(toJSON.call(value));
  return defineProperty(copy, "toJSON", { value: () => json });
}

/** Assignment would call a setter, and make `__proto__` the prototype. */
function put(copy: object, key: PropertyKey, value: unknown): void {
  defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
}
