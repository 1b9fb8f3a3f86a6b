import { type VisibleText, withoutMatches } from "@agent-hook/sdk/internal/redaction";
import type { Match } from "./rule.js";

/** Characters without width. A joiner has a meaning in emojis and in some scripts, but not many in a row. */
const ZERO_WIDTH =
  "\\u200b-\\u200f\\u2060-\\u2064\\ufeff\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u3164\\uffa0";
const BIDI = "\\u202a-\\u202e\\u2066-\\u2069";
/** A second alphabet that no font shows. Flags of regions use it, after a black flag. */
const TAGS = "\\u{e0000}-\\u{e007f}";
const SELECTORS = "\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";
const ANY = new RegExp(`[${ZERO_WIDTH}${BIDI}${TAGS}${SELECTORS}]`, "u");
const EACH = new RegExp(`[${ZERO_WIDTH}${BIDI}${TAGS}${SELECTORS}]`, "gu");
/** Enough of them to carry a message, and a change of direction that shows other text than the model reads. */
const SUSPICIOUS = new RegExp(
  `(?<![\\u{1f3f4}${TAGS}])[${TAGS}]{4,}|\\u{1f3f4}[${TAGS}]{8,}|[${ZERO_WIDTH}]{8,}|[${SELECTORS}]{6,}|[\\u202d\\u202e][^\\n]{1,200}`,
  "gu",
);

/** Returns the text without invisible characters, or `undefined` if there are none. */
export function visibleText(text: string): VisibleText | undefined {
  return ANY.test(text) ? withoutMatches(text, EACH) : undefined;
}

/** Returns where invisible characters could carry a message. */
export function invisibleMessages(text: string): readonly Match[] {
  if (!ANY.test(text)) return [];
  return [...text.matchAll(SUSPICIOUS)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
