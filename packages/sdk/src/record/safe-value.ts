import { stringify } from "../text/index.js";
import { redactMessage } from "../transcript/redact-message.js";
import { plainJson } from "./plain-json.js";
import { cut, SEARCHED, safeStart, safeText } from "./safe-text.js";

/** The length of a value as JSON text. */
const MAX_JSON = 2048;
/** Limits what is copied and searched. */
const MAX_VALUES = 500;
const MAX_DEPTH = 12;
/**
 * How many characters of texts are searched for secrets. The answer to the host waits for this, and a model that writes many
 * long texts could otherwise delay it until the host no longer waits.
 */
const MAX_SEARCHED = 32_768;

/** What may still be copied. */
interface Budget {
  values: number;
  characters: number;
}

/** The lengths to which texts are cut, one after the other, until the value fits. */
const TEXT_LENGTHS = [1024, 256, 64];

/** Returns the JSON text of what `safeValue` returns, or `undefined` if JSON has no text for it, as for a function. */
export function safeJson(value: unknown): string | undefined {
  const room = { values: MAX_VALUES, characters: MAX_JSON, depth: MAX_DEPTH };
  return plainJson(value, room) ?? stringify(safeValue(value));
}

/**
 * Returns a copy of a JSON value without secrets, as JSON at most 2 KB long. Secrets are searched before anything is cut,
 * so that no half of one is left. What is left out is replaced by `…`.
 */
export function safeValue(value: unknown): unknown {
  const { value: safe } = redactMessage({
    value: bounded(value, { values: MAX_VALUES, characters: MAX_SEARCHED }, 0),
  }).message;
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
function bounded(value: unknown, budget: Budget, depth: number): unknown {
  budget.values -= 1;
  if (typeof value === "string") return boundedText(value, budget);
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? String(value) : value;
  if (depth === MAX_DEPTH || isUsedUp(budget)) return "…";
  const entries = Array.isArray(value) ? [...value.slice(0, MAX_VALUES).entries()] : Object.entries(value);
  const kept: (readonly [string | number, unknown])[] = [];
  for (const [key, item] of entries) {
    if (isUsedUp(budget)) {
      kept.push([Array.isArray(value) ? kept.length : "…", "…"]);
      break;
    }
    kept.push([typeof key === "string" ? safeKey(key, budget) : key, bounded(item, budget, depth + 1)]);
  }
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

function isUsedUp({ values, characters }: Budget): boolean {
  return values <= 0 || characters <= 0;
}

/** Leaves out a text of which only a part could be searched. */
function boundedText(text: string, budget: Budget): string {
  const isFree = searchedOf(text) <= budget.characters;
  budget.characters -= searchedOf(text);
  if (!isFree) return `… (${text.length} characters)`;
  // A text that is cut may no longer be valid JSON, so `safeStart` has searched it as plain text.
  return text.length > SEARCHED ? `${safeStart(text)}… (${text.length} characters)` : text;
}

function searchedOf(text: string): number {
  return Math.min(text.length, SEARCHED);
}

/** A name is kept as it is, except that a long one may be a secret. */
function safeKey(key: string, budget: Budget): string {
  if (key.length < 12) return key;
  budget.characters -= searchedOf(key);
  return safeText(key, 200);
}

function shortened(value: unknown, length: number): unknown {
  if (typeof value === "string") return cut(value, length);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shortened(item, length));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cut(key, length), shortened(item, length)]));
}
