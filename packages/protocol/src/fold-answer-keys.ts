import type { JsonObject } from "./shapes/json-object.js";

/** What an answer may carry at its top; `ask` is ours. */
const ANSWER_KEYS: readonly string[] = ["action", "reason", "request", "response", "call", "result", "approved", "ask"];

/**
 * The result of an answer as PicoClaw reads it: the case of known keys does not matter, and of two spellings the last counts (run,
 * v0.2.6 to v0.2.9). The object itself, if every key is spelt right; unknown keys stay.
 */
export function foldAnswerKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const rightName = (key: string) => ANSWER_KEYS.find((name) => name === key.toLowerCase());
  if (entries.every(([key]) => ANSWER_KEYS.includes(key) || rightName(key) === undefined)) return value;
  const folded: JsonObject = {};
  for (const [key, item] of entries) folded[rightName(key) ?? key] = item;
  return folded;
}
