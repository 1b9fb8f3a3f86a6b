import type { Word } from "unbash";

/** The most texts that are kept of one expansion. Rules do not see the others. */
const MAX_TEXTS = 64;

/** Returns the texts that a word becomes by brace expansion, which comes before every other expansion. */
export function braceExpanded(word: Word): readonly string[] {
  let texts = [""];
  let from = word.pos;
  for (const part of word.parts ?? []) {
    if (part.type !== "BraceExpansion") continue;
    const before = word.text.slice(from - word.pos, part.pos - word.pos);
    const alternatives = alternativesOf(part.text);
    texts = texts.flatMap((text) => alternatives.map((alternative) => text + before + alternative)).slice(0, MAX_TEXTS);
    from = part.end;
  }
  const rest = word.text.slice(from - word.pos);
  return texts.map((text) => text + rest);
}

/** Returns the texts that `{a,b{c,d}}` or `{1..3}` stands for. */
function alternativesOf(text: string): readonly string[] {
  const inner = text.slice(1, -1);
  const range = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.(-?\d{1,4}))?$/.exec(inner);
  if (range) return rangeOf(range[1] ?? "", range[2] ?? "", Number(range[3] ?? 1));
  const parts = splitAtCommas(inner);
  if (parts.length < 2) return [text];
  return parts.flatMap(expandedText).slice(0, MAX_TEXTS);
}

/** Expands the braces inside an alternative. */
function expandedText(text: string): readonly string[] {
  const open = text.indexOf("{");
  if (open < 0 || text[open - 1] === "$") return [text];
  const close = closingOf(text, open);
  if (close < 0) return [text];
  const rest = expandedText(text.slice(close + 1)).slice(0, MAX_TEXTS);
  return alternativesOf(text.slice(open, close + 1))
    .flatMap((middle) => rest.map((end) => text.slice(0, open) + middle + end))
    .slice(0, MAX_TEXTS);
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

function rangeOf(first: string, last: string, step: number): readonly string[] {
  const isNumber = /\d/.test(first);
  const from = isNumber ? Number(first) : first.charCodeAt(0);
  const to = isNumber ? Number(last) : last.charCodeAt(0);
  const by = Math.max(1, Math.abs(step)) * (from <= to ? 1 : -1);
  const count = Math.min(MAX_TEXTS, Math.floor(Math.abs(to - from) / Math.abs(by)) + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * by;
    return isNumber ? String(value) : String.fromCharCode(value);
  });
}
