import { stringify } from "@agent-hook/protocol/text";
import { redactMessage } from "../transcript/redact-message.js";
import { cut, safeStart, safeText } from "./safe-text.js";

/** The length of a value as JSON text. */
const MAX_JSON = 2048;
/** Limits what is copied and searched. */
const MAX_VALUES = 500;
const MAX_DEPTH = 12;

/** The lengths to which texts are cut, one after the other, until the value fits. */
const TEXT_LENGTHS = [1024, 256, 64];

/**
 * Returns a copy of a JSON value without secrets, as JSON at most 2 KB long. Secrets are searched before anything is cut,
 * so that no half of one is left. What is left out is replaced by `…`.
 */
export function safeValue(value: unknown): unknown {
  const { value: safe } = redactMessage({ value: bounded(value, { left: MAX_VALUES }, 0) }).message;
  if (fits(safe)) return safe;
  for (const length of TEXT_LENGTHS) {
    const shorter = shortened(safe, length);
    if (fits(shorter)) return shorter;
  }
  return `… (${stringify(safe).length} characters of JSON)`;
}

function fits(value: unknown): boolean {
  return ((stringify(value) as string | undefined) ?? "").length <= MAX_JSON;
}

/** Copies the beginning of a value. Leaves out only the end of a list: the items before can make an item a secret. */
function bounded(value: unknown, budget: { left: number }, depth: number): unknown {
  budget.left -= 1;
  // A text that is cut may no longer be valid JSON, so `safeStart` has searched it as plain text.
  if (typeof value === "string")
    return value.length > 16_384 ? `${safeStart(value)}… (${value.length} characters)` : value;
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : value;
  if (depth === MAX_DEPTH || budget.left <= 0) return "…";
  const entries = Array.isArray(value) ? [...value.slice(0, MAX_VALUES).entries()] : Object.entries(value);
  const kept: (readonly [string | number, unknown])[] = [];
  for (const [key, item] of entries) {
    if (budget.left <= 0) {
      kept.push([Array.isArray(value) ? kept.length : "…", "…"]);
      break;
    }
    kept.push([typeof key === "string" ? safeKey(key) : key, bounded(item, budget, depth + 1)]);
  }
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

/** A name is kept as it is, except that a long one may be a secret. */
function safeKey(key: string): string {
  return key.length < 12 ? key : safeText(key, 200);
}

function shortened(value: unknown, length: number): unknown {
  if (typeof value === "string") return cut(value, length);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shortened(item, length));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cut(key, length), shortened(item, length)]));
}
