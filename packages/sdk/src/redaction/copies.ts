import type { FindingSink } from "./finding.js";
import { Scanner } from "./scanner.js";
import { isWordStart } from "./vendor-tokens.js";

/** A shorter value, or a word, may stand for something else in the rest of the text. */
const SHORTEST = 5;
const WORD = /^(?:[A-Za-z]?[a-z]{0,15}|[A-Z]{0,15}|\d{0,7})$/;
/** A value of this length is the same one even inside of a word. */
const LONG = 16;
/** More secrets than this are in no text but a list of them, where each has a name or a shape. */
export const MOST_COPIED = 1000;
/** So many values are found faster one by one. */
const FEW = 8;

/** Whether other places with the same text are the same secret. */
export function canHaveCopies(secret: string): boolean {
  return secret.length >= SHORTEST && !WORD.test(secret);
}

/** Finds the other places of secrets. `rules`: the rule of each. */
export function findCopies(text: string, rules: ReadonlyMap<string, string>, add: FindingSink): void {
  const look = (at: number, value: string) => {
    const end = at + value.length;
    const isWhole = (!/^\w/.test(value) || isWordStart(text, at)) && !(/\w$/.test(value) && /\w/.test(text[end] ?? ""));
    if (isWhole || value.length >= LONG) add(rules.get(value) ?? "", at, end);
  };
  if (rules.size > FEW) new Scanner([...rules.keys()].map((value) => ({ text: value, value }))).scan(text, look);
  else for (const value of rules.keys()) eachPlace(text, value, look);
}

function eachPlace(text: string, value: string, look: (at: number, value: string) => void): void {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) look(at, value);
}
