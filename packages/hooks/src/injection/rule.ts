import type { Part } from "./anchors.js";

/** What a rule found in a text. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A rule over the lower-case text. Its time is linear for any text. */
export interface Rule {
  readonly name: string;
  /**
   * `enough`: one match is a finding. `hint`: ordinary texts have it too, so it counts only close to a match of another
   * rule.
   */
  readonly weight: "enough" | "hint";
  /** The rules next to which a hint counts. Default: all. */
  readonly near?: readonly string[];
  /**
   * A match is close to one of these texts, in lower case, because looking for them is fast. If they are words, a space
   * stands for anything between two words.
   */
  readonly anchors: readonly string[];
  /** With `g`, and only with limited repetitions of which no two can match the same text. */
  readonly pattern: RegExp;
  /** Returns whether a text that matches counts. Default: each does. */
  accepts?(found: string): boolean;
}

/** What separates two words: also line breaks, quotes and markup, as in JSON and YAML. */
const GAP = "(?:[^a-z0-9]{1,20})";

/**
 * Returns a pattern from a template in which a space is a gap between words, and `~N` stands for up to N more words.
 *
 * @example phrase("ignore ~2 instructions?")
 */
export function phrase(template: string): RegExp {
  const source = template
    .replace(/ ~(\d) /g, (_, most) => `(?:${GAP}[a-z0-9']{1,16}){0,${most}} `)
    .replaceAll(" ", GAP);
  return new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, "g");
}

/** How many matches of one rule are returned at most. Further matches of the same rule tell nothing new. */
const MAX_MATCHES = 500;

/** Returns the matches of a rule in parts of a lower-case text. */
export function matchesIn({ pattern, accepts }: Rule, text: string, parts: readonly Part[]): readonly Match[] {
  const matches: Match[] = [];
  for (const [from, to] of parts) {
    for (const { 0: found, index } of text.slice(from, to).matchAll(pattern)) {
      if (accepts?.(found) === false) continue;
      matches.push({ start: from + index, end: from + index + found.length });
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}
