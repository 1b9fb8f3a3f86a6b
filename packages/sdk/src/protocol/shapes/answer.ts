import * as z from "zod/mini";
import { type JsonObject, optionalString } from "./fields.js";

const EVERYWHERE = ["", "continue", "modify", "abort_turn", "hard_abort"] as const;
const BEFORE_A_TOOL = [...EVERYWHERE, "respond", "deny_tool"] as const;

/**
 * The action of an answer. A missing action, `null` and `""` mean `continue`. The host skips an action that is not in
 * this list, with a warning (observed).
 */
export type Action = (typeof BEFORE_A_TOOL)[number];

/** The fields that answers to `hook.before_llm`, `hook.after_llm` and `hook.after_tool` have in common. */
export const decision = { action: z.nullish(z.enum(EVERYWHERE)), reason: optionalString };

/** The same fields in an answer to `hook.before_tool`, the only method with `respond` and `deny_tool`. */
export const toolDecision = { action: z.nullish(z.enum(BEFORE_A_TOOL)), reason: optionalString };

/** The top-level keys of an answer. `ask` and `question` are our extensions. */
const ANSWER_KEYS: readonly string[] = [
  "action",
  "reason",
  "request",
  "response",
  "call",
  "result",
  "approved",
  "ask",
  "question",
];

/**
 * Returns the result of an answer as PicoClaw reads it: the case of known keys does not matter, and if a key occurs in
 * several spellings, the last one counts (observed on v0.2.6 to v0.2.9). Keeps unknown keys. Returns the same object if
 * no known key is misspelled.
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
