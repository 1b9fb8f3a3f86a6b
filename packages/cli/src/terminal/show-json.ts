import { cut } from "./show-value.js";

const WIDTH = 90;
/** At any depth, shorter values stay on one line. */
const MIN_WIDTH = 40;
const MAX_TEXT_LENGTH = 300;
const MAX_LINES = 40;

/**
 * Formats JSON over several lines. An object or array that fits on one line stays on one line. Long texts and documents
 * are shortened.
 */
export function showJson(value: unknown): string[] {
  const lines = linesOf(withShortTexts(value), WIDTH);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `… ${lines.length - MAX_LINES + 1} more lines; --json prints all`];
}

function linesOf(value: unknown, width: number): string[] {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || flat.length <= Math.max(width, MIN_WIDTH)) return [flat];
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => linesOf(item, width - 2))
    : Object.entries(value).map(([key, item]) => withKey(JSON.stringify(key), item, width - 2));
  const commas = items.map((item, index) => (index === items.length - 1 ? item : item.with(-1, `${item.at(-1)},`)));
  return [open, ...commas.flat().map((line) => `  ${line}`), close];
}

function withKey(key: string, value: unknown, width: number): string[] {
  const [first, ...rest] = linesOf(value, width - key.length - 2);
  return [`${key}: ${first}`, ...rest];
}

function withShortTexts(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length <= MAX_TEXT_LENGTH ? value : `${cut(value, MAX_TEXT_LENGTH)}… (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortTexts(item)]));
}
