import { createScanner } from "jsonc-parser";

/**
 * Code that reads and compares values is recursive, so the nesting is limited. Real settings and calls are never nested
 * this deeply.
 */
export const MOST_LEVELS = 200;

export const TOO_DEEP = `expected at most ${MOST_LEVELS} nested objects and lists, got more`;

/** The token kinds of jsonc-parser, whose own enum only exists in its types. */
const TOKENS = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };

/** Returns whether JSON, with or without comments, is nested more deeply than `MOST_LEVELS`. */
export function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let level = 0;
  for (let token: number = scanner.scan(); token !== TOKENS.end; token = scanner.scan()) {
    if (token === TOKENS.openBrace || token === TOKENS.openBracket) level++;
    if (token === TOKENS.closeBrace || token === TOKENS.closeBracket) level--;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}
