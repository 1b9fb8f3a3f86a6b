/** The result of a rule. `inconclusive`: the hook died or refused to start before the rule could be checked. */
export type Verdict = "held" | "broken" | "not applicable" | "inconclusive";

interface Evidence {
  /** What was written to the hook. */
  readonly sent?: string;
  readonly came?: string;
  /** Default: the rule's own. */
  readonly why?: string;
}

/** Ends a rule's check with a verdict other than `held`. */
export class Finding extends Error {
  override readonly name = "Finding";

  constructor(
    readonly verdict: Exclude<Verdict, "held">,
    readonly evidence: Evidence,
  ) {
    super(`${verdict}: ${evidence.came ?? evidence.why ?? ""}`);
  }
}

export function broken(sent: string, came: string, why?: string): Finding {
  return new Finding("broken", { sent: shortened(sent), came, ...(why === undefined ? {} : { why }) });
}

export function inconclusive(why: string, evidence: { sent?: string; came?: string } = {}): Finding {
  return new Finding("inconclusive", { ...evidence, why });
}

export function notApplicable(why: string): Finding {
  return new Finding("not applicable", { why });
}

const LONGEST = 400;

/** Shortens a line for people. */
export function shortened(line: string): string {
  const text = line.trimEnd();
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}... (${text.length} characters)`;
}
