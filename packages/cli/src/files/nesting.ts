import { createScanner } from "jsonc-parser";

/**
 * Code that reads and compares values is recursive, so the nesting is limited. Real settings and calls are never nested
 * this deeply.
 */
export const MAX_DEPTH = 200;

export const TOO_DEEP = `expected at most ${MAX_DEPTH} nested objects and lists, got more`;

/** The token kinds of jsonc-parser, whose own enum only exists in its types. */
const TOKENS = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };

/** Returns whether JSON, with or without comments, is nested more deeply than `MAX_DEPTH`. */
export function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== TOKENS.end; token = scanner.scan()) {
    if (token === TOKENS.openBrace || token === TOKENS.openBracket) depth++;
    if (token === TOKENS.closeBrace || token === TOKENS.closeBracket) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
