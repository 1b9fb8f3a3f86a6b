import { commentsOf, markdownProse } from "./prose.js";
import { TERMS } from "./terms.js";

/** Files that describe a command for `--help`: all of their text counts. */
const HELP = /\/(?:command|flags)\.ts$/;

/**
 * Returns the terms to avoid in a file, as lines for a person: the place, the words, and what to use instead. Quoted
 * text and code do not count, so a word of a host or of an API is written as `code` or in quotation marks.
 */
export function findTerms(path: string, text: string): string[] {
  const prose = path.endsWith(".md") ? markdownProse(text) : HELP.test(path) ? text : commentsOf(text);
  return TERMS.filter(({ except = [] }) => !except.some((start) => path.startsWith(start))).flatMap(({ found, use }) =>
    [...prose.matchAll(new RegExp(found, "gi"))].map((match) => {
      const line = prose.slice(0, match.index).split("\n").length;
      return `${path}:${line} found "${match[0].trim()}", use: ${use}`;
    }),
  );
}
