import { AnchorFinder, type Part } from "./anchors.js";
import { decodedTexts } from "./encoded.js";
import { hiddenOrders } from "./hidden.js";
import { invisibleMessages, visibleText } from "./invisible.js";
import { type Match, matchesIn, type Rule } from "./rule.js";
import { ACTS } from "./rules/acts.js";
import { ADDRESS } from "./rules/address.js";
import { LANGUAGES } from "./rules/languages.js";
import { OVERRIDE } from "./rules/override.js";
import { PERSONA } from "./rules/persona.js";
import { ROLES } from "./rules/roles.js";
import { SECRECY } from "./rules/secrecy.js";

/** A part of a text that reads like an instruction to the model. */
export interface InjectionFinding {
  /** The name of the rule: `ignore-instructions`. */
  readonly rule: string;
  /** The first character, and the one after the last, as indexes of the string. */
  readonly start: number;
  readonly end: number;
}

/** What `scanText` found. */
export interface ScannedText {
  /** In the order of the text. Empty if nothing was found. */
  readonly findings: readonly InjectionFinding[];
}

const RULES: readonly Rule[] = [...OVERRIDE, ...ADDRESS, ...ACTS, ...ROLES, ...SECRECY, ...PERSONA, ...LANGUAGES];
/** The hints that count only next to some others. */
const NEAR = new Map(RULES.flatMap(({ name, near }) => (near === undefined ? [] : [[name, near] as const])));
/** How close hints of different rules must be, in characters. */
const CLOSE = 400;
/** How many different hints are enough. */
const ENOUGH_HINTS = 2;
/** A letter of a script of its own. */
const FOREIGN = /[\u0370-\u1fff\u3040-\ud7ff]/;

/**
 * Looks for instructions to a language model in a text that is not from the user: "ignore your instructions" in many
 * languages, forged messages and roles, messages in the user's name, secrecy, and text that readers do not see. It
 * recognizes ways of writing, not intentions: a polite request passes. It takes linear time for any text.
 *
 * @example scanText("Ignore all previous instructions.").findings // [{ rule: "ignore-instructions", start: 0, end: 32 }]
 */
export function scanText(text: string): ScannedText {
  const findings = [...named("invisible-text", invisibleMessages(text)), ...scanPlain(text)];
  const visible = visibleText(text);
  if (visible !== undefined) {
    for (const { rule, start, end } of scanPlain(visible.text)) {
      findings.push({ rule, start: visible.original(start), end: visible.original(end - 1) + 1 });
    }
  }
  findings.push(...scanDecoded(text));
  return { findings: inOrder(findings) };
}

/** Scans all decoded texts at once, because a text can have thousands. */
function scanDecoded(text: string): readonly InjectionFinding[] {
  const parts = decodedTexts(text);
  if (parts.length === 0) return [];
  const found = scanPlain(parts.map(({ text }) => text).join(APART));
  let from = 0;
  return parts.flatMap(({ text, start, end }) => {
    const to = from + text.length;
    const isFound = found.some((finding) => finding.start < to && finding.end > from);
    from = to + APART.length;
    return isFound ? [{ rule: "encoded-instructions", start, end }] : [];
  });
}

function scanPlain(text: string): InjectionFinding[] {
  // In JSON and in code, a line break is `\n`, and would belong to the next word.
  const lower = lowerCase(text).replace(/\\[nrt]/g, "  ");
  const findings = named("hidden-instructions", hiddenOrders(lower));
  const hints: InjectionFinding[] = [];
  for (const [index, parts] of partsOf(lower)) {
    const rule = RULES[index];
    if (rule === undefined) continue;
    (rule.weight === "enough" ? findings : hints).push(...named(rule.name, matchesIn(rule, lower, parts)));
  }
  return [...findings, ...closeHints(hints)];
}

/** Keeps hints of two texts from being close. */
const APART = "\n".repeat(CLOSE + 1);

let finders: readonly AnchorFinder[] | undefined;

/** Returns the parts of a text to look at, by the number of the rule. */
function partsOf(lower: string): readonly (readonly [rule: number, parts: readonly Part[]])[] {
  const kindOf = (anchor: string) =>
    /[^\0-\x7f]/.test(anchor) ? "foreign" : /[^a-z0-9 ]/.test(anchor) ? "signs" : "words";
  const anchors = RULES.flatMap(({ anchors }, rule) => anchors.map((anchor) => [anchor, rule] as const));
  // Built with the first text: most processes of a one-shot host never get one.
  finders ??= (["words", "signs"] as const).map(
    (kind) =>
      new AnchorFinder(
        anchors.filter(([anchor]) => kindOf(anchor) === kind),
        kind === "words",
      ),
  );
  const parts = finders.flatMap((finder) => [...finder.partsOf(lower)]);
  if (!FOREIGN.test(lower)) return parts;
  for (const [index, { anchors }] of RULES.entries()) {
    if (anchors.some((anchor) => kindOf(anchor) === "foreign" && lower.includes(anchor)))
      parts.push([index, [[0, lower.length]]]);
  }
  return parts;
}

/** Returns the hints that are close to hints of other rules. */
function closeHints(hints: readonly InjectionFinding[]): readonly InjectionFinding[] {
  const sorted = [...hints].sort((a, b) => a.start - b.start);
  const close = new Set<InjectionFinding>();
  let first = 0;
  for (const [at, hint] of sorted.entries()) {
    while ((sorted[first]?.end ?? 0) < hint.start - CLOSE) first++;
    const group = sorted.slice(first, at + 1);
    const names = new Set(group.map(({ rule }) => rule));
    for (const [name, near] of NEAR) if (!near.some((other) => names.has(other))) names.delete(name);
    if (names.size >= ENOUGH_HINTS) for (const one of group) if (names.has(one.rule)) close.add(one);
  }
  return [...close];
}

/** Lower case without a change of length, so that positions stay. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text
    .replace(/[^\0-\x7f]/g, (character) => {
      const small = character.toLowerCase();
      return small.length === character.length ? small : character;
    })
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function named(rule: string, matches: readonly Match[]): InjectionFinding[] {
  return matches.map(({ start, end }) => ({ rule, start, end }));
}

/** Sorts findings, and leaves out each finding that another reading of the text found too. */
function inOrder(findings: readonly InjectionFinding[]): readonly InjectionFinding[] {
  const distinct = new Map(findings.map((finding) => [`${finding.rule} ${finding.start} ${finding.end}`, finding]));
  return [...distinct.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
