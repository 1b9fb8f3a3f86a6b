import { findCopies } from "./copies.js";
import { type FoundSecret, isMark, MARKER } from "./finding.js";
import { looksRandom } from "./random-values.js";
import { search } from "./search.js";
import { withoutStyles } from "./visible.js";

/** How `redactText` decides and what it writes. */
export interface RedactOptions {
  /**
   * Which values of names like `API_KEY` count as secrets. `random`: values that look generated, and passwords. Not words,
   * paths, expressions or examples. `all`: every value. Default: `random`.
   */
  readonly values?: "random" | "all";
  /** Returns whether a found value is kept. Default: no value is kept. */
  readonly keep?: (value: string) => boolean;
  /**
   * Returns the replacement of a secret. A replacement that has another form than `[redacted]` or `[secret:RULE:ID]`
   * may itself be redacted later. Default: `[redacted]`.
   */
  readonly replace?: (value: string, rule: string) => string;
}

/** A text without secrets, and where they were. */
export interface RedactedText {
  /** The same string if there were none. */
  readonly text: string;
  /** In the order of the text. They do not overlap. */
  readonly findings: readonly FoundSecret[];
}

/**
 * A replacement can create a new secret shape, as in `x://token:[redacted],@`. Two passes were enough in every case
 * tried.
 */
const MOST_PASSES = 5;

/**
 * Replaces the secrets of a text: tokens of over 100 services by their shape, private keys, JWTs, passwords in URLs and
 * shell commands, and values that are assigned to names like `API_KEY`. It takes linear time for any text. Redacting a
 * text twice has the same result as redacting it once.
 *
 * @example redactText("DB_PASSWORD=hunter2").text // "DB_PASSWORD=[redacted]"
 */
export function redactText(text: string, options: RedactOptions = {}): RedactedText {
  let replaced: Replaced[] = [];
  let current = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const found = replaced.length === 0 ? find(current, options) : findNear(current, replaced, options);
    if (found.length === 0) break;
    const placed = replaced.length === 0 ? found : found.map((finding) => inOriginal(finding, replaced));
    replaced = merge(replaced, [...placed, ...findOthers(text, found, options)], text, options);
    current = write(text, replaced);
  }
  if (replaced.length === 0) return { text, findings: [] };
  return { text: current, findings: replaced.map(({ rule, start, end }) => ({ rule, start, end })) };
}

interface Replaced extends FoundSecret {
  readonly mark: string;
}

/** How much text around a replacement is searched again. */
const CONTEXT_LENGTH = 24_000;
/** Findings this close to a cut end are ignored: the cut may have changed them. */
const EDGE_LENGTH = 4000;

/** Finds what the replacements may have created. The rest of the text is the same as in the first pass. */
function findNear(text: string, replaced: readonly Replaced[], options: RedactOptions): Found[] {
  const found: Found[] = [];
  const shifts = shiftsOf(replaced);
  let [from, to] = [0, 0];
  const search = () => {
    const first = from === 0 ? 0 : from + EDGE_LENGTH;
    const last = to === text.length ? to : to - EDGE_LENGTH;
    for (const { rule, start, end, value } of find(text.slice(from, to), options)) {
      if (from + start >= first && from + end <= last) {
        found.push({ rule, start: from + start, end: from + end, value });
      }
    }
  };
  for (const [index, { start, mark }] of replaced.entries()) {
    const at = start + (shifts[index] ?? 0);
    if (at - CONTEXT_LENGTH > to && to > 0) {
      search();
      from = at - CONTEXT_LENGTH;
    } else if (to === 0) from = Math.max(0, at - CONTEXT_LENGTH);
    to = Math.min(text.length, at + mark.length + CONTEXT_LENGTH);
  }
  search();
  return found;
}

/** A finding, with the secret itself. */
interface Found extends FoundSecret {
  readonly value: string;
}

/** Finds secrets in a text, and in the same text as a terminal shows it. */
function find(text: string, { values = "random", keep }: RedactOptions): Found[] {
  const all = values === "all";
  const found: Found[] = [];
  const hasStyles = search(text, all, (rule, start, end, valueStart = start) => {
    found.push({ rule, start, end, value: text.slice(valueStart, end) });
  });
  const visible = hasStyles ? withoutStyles(text) : undefined;
  if (visible === undefined) return found.filter(({ start, end }) => isWanted(text.slice(start, end), keep));
  const { text: shown, original } = visible;
  const whole = found.filter(
    ({ start, end, value }) => withoutStyles(value) === undefined && isWanted(text.slice(start, end), keep),
  );
  const more: Found[] = [];
  search(shown, all, (rule, start, end, valueStart = start) => {
    more.push({ rule, start, end, value: shown.slice(valueStart, end) });
  });
  for (const { rule, start, end, value } of more) {
    if (!isWanted(shown.slice(start, end), keep)) continue;
    whole.push({ rule, start: original(start), end: original(end - 1) + 1, value });
  }
  return whole;
}

function isWanted(value: string, keep: RedactOptions["keep"]): boolean {
  return value !== "" && !isMark(value) && keep?.(value) !== true;
}

/** Finds the other places of secrets. */
function findOthers(text: string, found: readonly Found[], { keep }: RedactOptions): Found[] {
  const copies: Found[] = [];
  findCopies(text, secretsOf(found), (rule, start, end) => {
    copies.push({ rule, start, end, value: text.slice(start, end) });
  });
  return copies.filter(({ value }) => isWanted(value, keep));
}

/** Returns the secrets that were found, with the first rule of each. A header has other words, too. */
function secretsOf(found: readonly Found[]): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const { rule, value } of found) {
    const secrets = rule === "header" ? value.split(/[\s;,="']+/).filter((word) => looksRandom(word, 8)) : [value];
    for (const secret of secrets) if (!rules.has(secret)) rules.set(secret, rule);
  }
  return rules;
}

/** Returns where a finding of a later pass is in the original text. A position inside a mark maps to the start or end of the text that it replaced. */
function inOriginal({ rule, start, end }: Found, replaced: readonly Replaced[]): FoundSecret {
  return { rule, start: originalIndex(start, replaced, "start"), end: originalIndex(end, replaced, "end") };
}

function originalIndex(index: number, replaced: readonly Replaced[], side: "start" | "end"): number {
  let [low, high] = [0, replaced.length];
  const shifts = shiftsOf(replaced);
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = replaced[middle] as Replaced;
    if (item.start + (shifts[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  const before = replaced[low - 1];
  if (before === undefined) return index;
  const markEnd = before.start + (shifts[low - 1] ?? 0) + before.mark.length;
  if (index < markEnd) return before[side];
  return before.end + (index - markEnd);
}

const SHIFTS = new WeakMap<readonly Replaced[], number[]>();

/** Returns how far the start of each replacement is moved in the text of the next pass. */
function shiftsOf(replaced: readonly Replaced[]): number[] {
  const known = SHIFTS.get(replaced);
  if (known !== undefined) return known;
  const shifts: number[] = [];
  let shift = 0;
  for (const { start, end, mark } of replaced) {
    shifts.push(shift);
    shift += mark.length - (end - start);
  }
  SHIFTS.set(replaced, shifts);
  return shifts;
}

/** Joins findings that overlap. The one that starts first, or the longest of these, names the rule. */
function merge(
  replaced: readonly Replaced[],
  found: readonly FoundSecret[],
  text: string,
  { replace }: RedactOptions,
): Replaced[] {
  const sorted = [...replaced, ...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: FoundSecret[] = [];
  for (const finding of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && finding.start < last.end) {
      if (finding.end > last.end) joined[joined.length - 1] = { ...last, end: finding.end };
    } else joined.push(finding);
  }
  return joined.map(({ rule, start, end }) => ({
    rule,
    start,
    end,
    mark: replace?.(text.slice(start, end), rule) ?? MARKER,
  }));
}

function write(text: string, replaced: readonly Replaced[]): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (const { start, end, mark } of replaced) {
    parts.push(text.slice(copiedTo, start), mark);
    copiedTo = end;
  }
  return parts.join("") + text.slice(copiedTo);
}
