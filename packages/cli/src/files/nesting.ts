import { createScanner } from "jsonc-parser";

/** No settings and no call come near it; what reads and compares values goes down as deep as they do. */
export const MOST_LEVELS = 200;

export const TOO_DEEP = `expected at most ${MOST_LEVELS} objects and lists inside each other, got more`;

/** Of jsonc-parser, whose own enumeration has no values outside of its types. */
const TOKENS = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };

/** Whether JSON, with or without comments, is nested deeper than that. */
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
