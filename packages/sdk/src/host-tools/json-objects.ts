import { isObject } from "../text/index.js";
import { HostConfigError } from "./config-rules.js";
import type { JsonObject } from "./config-schema.js";

/** Returns the object at a path, or `undefined` if it is absent. Throws `HostConfigError` for any other value. */
export function objectAt(file: JsonObject, path: readonly string[]): JsonObject | undefined {
  let found: unknown = file;
  for (const [index, key] of path.entries()) {
    found = ownValue(found as JsonObject, key);
    if (found === undefined) return undefined;
    assertObject(found, path.slice(0, index + 1));
  }
  return found as JsonObject;
}

/** Merges objects and replaces all other values. Throws `HostConfigError` if an object would replace another value. */
export function mergedObjects(file: JsonObject, over: JsonObject, path: readonly string[] = []): JsonObject {
  const merged: Record<string, unknown> = { ...file };
  for (const [key, value] of Object.entries(over)) {
    const existing = ownValue(file, key);
    if (isObject(value) && existing !== undefined) {
      assertObject(existing, [...path, key]);
      merged[key] = mergedObjects(existing, value, [...path, key]);
    } else {
      merged[key] = value;
    }
  }
  return merged;
}

/** Returns the object with a new value at an existing path. `undefined` removes the key. */
export function withValueAt(object: JsonObject, [key = "", ...rest]: readonly string[], value: unknown): JsonObject {
  const set = rest.length === 0 ? value : withValueAt(object[key] as JsonObject, rest, value);
  const { [key]: _before, ...others } = object;
  return set === undefined ? others : { ...object, [key]: set };
}

export function isEmpty(object: JsonObject | undefined): boolean {
  return object !== undefined && Object.keys(object).length === 0;
}

/** Ignores inherited properties: a hook may be called "constructor". */
function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function assertObject(value: unknown, path: readonly string[]): asserts value is JsonObject {
  if (isObject(value)) return;
  const actual = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  throw new HostConfigError(`${path.join(".")}: expected an object, got ${actual}`);
}
