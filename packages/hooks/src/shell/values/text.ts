import { isMatch } from "../../paths/glob.js";

/**
 * During the expansion of a word, private-use characters stand for unquoted pattern characters and for unknown parts
 * (holes). So a quoted `*` differs from an unquoted one, and a text with a hole is never taken for a known text.
 */
export const HOLE = "\uE000";
/** An unknown text that is not empty. One hole may stand for an empty text. */
export const FILLED = HOLE + HOLE;
const STAR = "\uE001";
const QUESTION = "\uE002";
const BRACKET = "\uE003";
const PATTERNS: Readonly<Record<string, string>> = { "*": STAR, "?": QUESTION, "[": BRACKET };
const PLAIN: Readonly<Record<string, string>> = { [STAR]: "*", [QUESTION]: "?", [BRACKET]: "[", [HOLE]: "…" };

/** Marks unquoted pattern characters. */
export function asPattern(text: string): string {
  return text.replace(/[*?[]/g, (char) => PATTERNS[char] ?? char);
}

/** Returns the text as a person writes it. A hole becomes `…`. */
export function plain(text: string): string {
  return text.replace(/[\uE000-\uE003]/g, (char) => PLAIN[char] ?? char);
}

/** Returns the text with ordinary characters for pattern marks, as a program reads it. Holes stay. */
export function withoutPatterns(text: string): string {
  return text.replace(/[\uE001-\uE003]/g, (char) => PLAIN[char] ?? char);
}

export function isKnown(text: string): boolean {
  return !text.includes(HOLE);
}

export function hasPattern(text: string): boolean {
  return /[\uE001-\uE003]/.test(text);
}

/** Replaces our private-use characters in text that comes from outside. */
export function cleaned(text: string): string {
  return text.replace(/[\uE000-\uE003]/g, "\uFFFD");
}

/** Whether a pattern, as the shell would match it, can match a name. A hole matches any text. */
export function canMatch(pattern: string, name: string): boolean {
  if (pattern === name) return true;
  if (!hasPattern(pattern) && isKnown(pattern)) return false;
  // A shell skips names that begin with a dot, unless the pattern begins with one, too.
  if (name.startsWith(".") && !pattern.startsWith(".") && !pattern.startsWith(HOLE)) return false;
  const isSame = (wanted: string, char: string) => wanted === QUESTION || wanted === BRACKET || wanted === char;
  return isMatch([...pattern.replaceAll(HOLE, STAR)], [...name], STAR, isSame);
}
