import type { FindingSink } from "./finding.js";
import { Scanner } from "./scanner.js";
import { isWordStart } from "./vendor-tokens.js";

/** A shorter value, or a word, may stand for something else in the rest of the text. */
const SHORTEST = 5;
const WORD = /^(?:[A-Za-z]?[a-z]{0,15}|[A-Z]{0,15}|\d{0,7})$/;
/** A value of this length is the same one even inside of a word. */
const LONG = 16;
/** More values than this are in no text but a list of secrets, where each has a name or a shape. */
const MOST = 1000;

/** So many values are found faster one by one. */
const FEW = 8;

/** Finds the other places of the secrets that were found. */
export function findCopies(text: string, rules: ReadonlyMap<string, string>, add: FindingSink): void {
  const values: string[] = [];
  for (const value of rules.keys()) {
    if (value.length >= SHORTEST && !WORD.test(value)) values.push(value);
    if (values.length === MOST) break;
  }
  if (values.length === 0) return;
  const look = (at: number, value: string) => {
    const end = at + value.length;
    const isWhole = (!/^\w/.test(value) || isWordStart(text, at)) && !(/\w$/.test(value) && /\w/.test(text[end] ?? ""));
    if (isWhole || value.length >= LONG) add(rules.get(value) ?? "", at, end);
  };
  if (values.length > FEW) new Scanner(values.map((value) => ({ text: value, value }))).scan(text, look);
  else for (const value of values) eachPlace(text, value, look);
}

function eachPlace(text: string, value: string, look: (at: number, value: string) => void): void {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) look(at, value);
}
