/**
 * The result of a rule. `inconclusive`: the rule could not be checked, for example because the hook died or refused to
 * start.
 */
export type Verdict = "passed" | "broken" | "not applicable" | "inconclusive";

interface Evidence {
  /** What was written to the hook. */
  readonly sent?: string;
  readonly received?: string;
  /** Default: the rule's own `why`. */
  readonly why?: string;
}

/** Ends a rule's check with a verdict other than `passed`. */
export class RuleFinding extends Error {
  override readonly name = "Finding";

  constructor(
    readonly verdict: Exclude<Verdict, "passed">,
    readonly evidence: Evidence,
  ) {
    super(`${verdict}: ${evidence.received ?? evidence.why ?? ""}`);
  }
}

export function broken(sent: string, received: string, why?: string): RuleFinding {
  return new RuleFinding("broken", { sent: shortened(sent), received, ...(why === undefined ? {} : { why }) });
}

export function inconclusive(why: string, evidence: { sent?: string; received?: string } = {}): RuleFinding {
  return new RuleFinding("inconclusive", { ...evidence, why });
}

export function notApplicable(why: string): RuleFinding {
  return new RuleFinding("not applicable", { why });
}

const MAX_LENGTH = 400;

/** Shortens a line for a report. */
export function shortened(line: string): string {
  const text = line.trimEnd();
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}... (${text.length} characters)`;
}
