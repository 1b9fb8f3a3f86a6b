import type { Word } from "unbash";
import { giveUp } from "../limits.js";

/** The most texts that one word may become. */
const MAX_TEXTS = 1024;
/** How many numbers of a range are looked at: rules treat the others alike. Fewer if the word has more braces. */
const MAX_NUMBERS = 64;
const MAX_NUMBERS_EACH = 8;

/** Returns the texts that a word becomes by brace expansion, which comes before every other expansion. */
export function braceExpanded(word: Word): readonly string[] {
  let texts = [""];
  let from = word.pos;
  const braces = (word.parts ?? []).filter(({ type }) => type === "BraceExpansion");
  const numbers = braces.length > 1 ? MAX_NUMBERS_EACH : MAX_NUMBERS;
  for (const part of braces) {
    const before = word.text.slice(from - word.pos, part.pos - word.pos);
    const alternatives = alternativesOf(part.text, numbers);
    checkCount(texts.length * alternatives.length);
    texts = texts.flatMap((text) => alternatives.map((alternative) => text + before + alternative));
    from = part.end;
  }
  const rest = word.text.slice(from - word.pos);
  return texts.map((text) => text + rest);
}

/** Returns the texts that `{a,b{c,d}}` or `{1..3}` stands for. */
function alternativesOf(text: string, numbers: number): readonly string[] {
  const inner = text.slice(1, -1);
  const range = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,4}))?$/.exec(inner);
  if (range) return rangeOf(range[1] ?? "", range[2] ?? "", Number(range[3] ?? 1), numbers);
  const parts = splitAtCommas(inner);
  if (parts.length < 2) return [text];
  return parts.flatMap(expandedText);
}

/** Expands the braces inside an alternative. */
function expandedText(text: string): readonly string[] {
  const open = text.indexOf("{");
  if (open < 0 || text[open - 1] === "$") return [text];
  const close = closingOf(text, open);
  if (close < 0) return [text];
  const rest = expandedText(text.slice(close + 1));
  const middles = alternativesOf(text.slice(open, close + 1), MAX_NUMBERS_EACH);
  checkCount(middles.length * rest.length);
  return middles.flatMap((middle) => rest.map((end) => text.slice(0, open) + middle + end));
}

function checkCount(texts: number): void {
  if (texts > MAX_TEXTS) giveUp(`braces in it stand for more than ${MAX_TEXTS} words`);
}

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0, depth = 0; index <= text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === "{") depth++;
    else if (char === "}") depth--;
    else if (char === undefined || (char === "," && depth === 0)) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return parts;
}

function closingOf(text: string, open: number): number {
  for (let index = open, depth = 0; index < text.length; index++) {
    if (text[index] === "{") depth++;
    if (text[index] === "}" && --depth === 0) return index;
  }
  return -1;
}

function rangeOf(first: string, last: string, step: number, numbers: number): readonly string[] {
  const isNumber = /\d/.test(first);
  const from = isNumber ? Number(first) : first.charCodeAt(0);
  const to = isNumber ? Number(last) : last.charCodeAt(0);
  const by = Math.max(1, Math.abs(step)) * (from <= to ? 1 : -1);
  const count = Math.min(isNumber ? numbers : MAX_NUMBERS, Math.floor(Math.abs(to - from) / Math.abs(by)) + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * by;
    return isNumber ? String(value) : String.fromCharCode(value);
  });
}
