/** A word or phrase that readers had to read twice, or a second name for a thing that has one. */
export interface Term {
  /** Matches the words to avoid, without their case. */
  readonly found: RegExp;
  /** What to write instead, for the message. */
  readonly use: string;
  /** Paths, or starts of paths, where the word is right, such as a name of the public API. */
  readonly except?: readonly string[];
}

/** The names of things: one for each. */
const NAMES: readonly Term[] = [
  { found: /\b(?:calling|launching|command) hosts?\b/, use: "host, or one-shot host" },
  // PicoClaw's versions are dialects of one wire.
  { found: /\bdialects?\b/, use: "adapter, or version", except: ["packages/picoclaw/src/rules/"] },
  { found: /\blanes?\b/, use: "variant" },
  { found: /\brulings?\b/, use: "decision" },
  { found: /\bopinions?\b/, use: "decision" },
  // The conformance suite gives each rule a `verdict`.
  { found: /\bverdicts?\b/, use: "decision", except: ["packages/testing/", "packages/picoclaw/", "docs/testing.md"] },
  // A model that does not answer refuses.
  { found: /\brefusals?\b/, use: "denial", except: ["packages/hooks/src/judge/", "docs/judge.md"] },
  { found: /\bobjections?\b/, use: "unsupported decision, or reason" },
  { found: /\bpatience\b/, use: "deadline" },
  { found: /\btranscripts?\b/, use: "recording" },
  { found: /\bfates?\b/, use: "effect" },
  { found: /\bwhitelist/, use: "allowlist" },
  { found: /\bblacklist/, use: "denylist" },
];

const PHRASES: readonly Term[] = [
  { found: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)/, use: "is not ..., or without ..." },
  { found: /; nothing (?:if|where)\b/, use: "or `undefined` if" },
  { found: /(?<!\b(?:left|leave|leaves|let) )\balone\b/, use: "only, or by itself" },
  { found: /\bin the place of\b/, use: "instead of" },
  { found: /\bbeside\b/, use: "next to, or in addition to" },
  { found: /\bof (?:ours|theirs|yours)\b(?!-)/, use: "our, their, your" },
  { found: /\bbefall/, use: "happens to" },
  { found: /\bamids?t?\b/, use: "during" },
  { found: /\bso many times\b/, use: "N times" },
  { found: /\bwhom\b/, use: "a sentence without it" },
  { found: /\bunasked\b/, use: "without asking" },
  { found: /\bnot what (?:it has|they have) to be\b/, use: "invalid" },
  { found: /\bin order to\b/, use: "to" },
  { found: /\butili[sz]e/, use: "use" },
];

export const TERMS: readonly Term[] = [...NAMES, ...PHRASES];
