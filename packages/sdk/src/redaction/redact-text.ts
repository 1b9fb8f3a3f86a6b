import { canHaveCopies, findCopies, MOST_COPIED } from "./copies.js";
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
    const secrets = new Map<string, string>();
    const found =
      replaced.length === 0
        ? find(text, options, secrets)
        : findNear(current, replaced, options, secrets).map((finding) => inOriginal(finding, replaced));
    if (found.length === 0) break;
    findCopies(text, secrets, (rule, start, end) => {
      if (options.keep?.(text.slice(start, end)) !== true) found.push({ rule, start, end });
    });
    replaced = merge(replaced, found, text, options);
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
function findNear(
  text: string,
  replaced: readonly Replaced[],
  options: RedactOptions,
  secrets: Map<string, string>,
): FoundSecret[] {
  const found: FoundSecret[] = [];
  const shifts = shiftsOf(replaced);
  let [from, to] = [0, 0];
  const search = () => {
    const first = from === 0 ? 0 : from + EDGE_LENGTH;
    const last = to === text.length ? to : to - EDGE_LENGTH;
    for (const { rule, start, end } of find(text.slice(from, to), options, secrets)) {
      if (from + start >= first && from + end <= last) found.push({ rule, start: from + start, end: from + end });
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

/** A finding, with the start of the secret itself in the text that was searched. */
interface Found extends FoundSecret {
  readonly valueStart: number;
}

/** Finds secrets in a text, and in the same text as a terminal shows it. Adds the secrets themselves to `secrets`. */
function find(text: string, { values = "random", keep }: RedactOptions, secrets: Map<string, string>): FoundSecret[] {
  const all = values === "all";
  const found: Found[] = [];
  const hasStyles = search(text, all, (rule, start, end, valueStart = start) => {
    found.push({ rule, start, end, valueStart });
  });
  const visible = hasStyles ? withoutStyles(text) : undefined;
  if (visible === undefined) return wanted(text, found, keep, secrets);
  const { text: shown, original } = visible;
  const whole = found.filter(({ start, end }) => withoutStyles(text.slice(start, end)) === undefined);
  const more: Found[] = [];
  search(shown, all, (rule, start, end, valueStart = start) => more.push({ rule, start, end, valueStart }));
  const seen = wanted(shown, more, keep, secrets);
  return [
    ...wanted(text, whole, keep, secrets),
    ...seen.map(({ rule, start, end }) => ({ rule, start: original(start), end: original(end - 1) + 1 })),
  ];
}

/** Returns the findings that are not kept, and adds the secrets that may have copies, with the first rule of each. */
function wanted(
  text: string,
  found: readonly Found[],
  keep: RedactOptions["keep"],
  secrets: Map<string, string>,
): FoundSecret[] {
  return found.filter(({ rule, start, end, valueStart }) => {
    const whole = text.slice(start, end);
    if (whole === "" || isMark(whole) || keep?.(whole) === true) return false;
    if (secrets.size === MOST_COPIED) return true;
    const value = text.slice(valueStart, end);
    // A header has other words, too.
    const words = rule === "header" ? value.split(/[\s;,="']+/).filter((word) => looksRandom(word, 8)) : [value];
    for (const word of words) if (canHaveCopies(word) && !secrets.has(word)) secrets.set(word, rule);
    return true;
  });
}

/** Returns where a finding of a later pass is in the original text. A position inside a mark maps to the start or end of the text that it replaced. */
function inOriginal({ rule, start, end }: FoundSecret, replaced: readonly Replaced[]): FoundSecret {
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
