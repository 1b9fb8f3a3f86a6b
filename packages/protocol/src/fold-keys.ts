import type { JsonObject } from "./shapes/json-object.js";

/**
 * An object as PicoClaw reads it: the case of known keys does not matter, and of two spellings the last counts (run,
 * v0.2.6 to v0.2.9). The object itself, if every key is spelt right; unknown keys stay.
 */
export function foldKeys(value: unknown, known: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const rightName = (key: string) => known.find((name) => name === key.toLowerCase());
  if (entries.every(([key]) => known.includes(key) || rightName(key) === undefined)) return value;
  const folded: JsonObject = {};
  for (const [key, item] of entries) folded[rightName(key) ?? key] = item;
  return folded;
}
