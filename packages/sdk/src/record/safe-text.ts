import { redactText } from "../transcript/redact-message.js";

/**
 * How much of a text is searched for secrets. A larger text is cut first: searching all of a large result would take
 * longer than the decision.
 */
export const SEARCHED = 16_384;
/** The length of the end that is dropped. No secret is longer, so one that the cut halves is dropped completely. */
const MARGIN = 8_192;

/** Returns the beginning of a text without secrets, at most `max` characters. If it was cut, adds the whole length. */
export function safeText(text: string, max: number): string {
  return cut(safeStart(text), max, text.length);
}

/** Removes the secrets of a text, and leaves out what is too long to be searched. */
export function safeStart(text: string): string {
  if (text.length <= SEARCHED) return redactText(text);
  const safe = redactText(text.slice(0, SEARCHED));
  // A secret that the cut halves is not recognized. The end is dropped after redaction, which may have shortened the
  // text in front of this secret.
  return safe.slice(0, Math.max(0, safe.length - MARGIN));
}

/** Cuts a text that contains no secrets. `length`: how long the whole text was. */
export function cut(text: string, max: number, length = text.length): string {
  if (text.length <= max && length <= SEARCHED) return text;
  return `${withoutHalf(text.slice(0, max))}… (${length} characters)`;
}

/** Removes half of a character at the end. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
