import { failuresIn } from "@agent-hook/sdk/internal/simulations";
import { broken, type RuleFinding, shortened } from "../finding.js";
import type { Rule } from "../rule.js";

/** The rule that a hook works, in every suite. */
export const WORKS = {
  id: "failures/none",
  sentence: "The hook starts, and no handler throws.",
  why: 'The answer is not the hook\'s decision: with onFailure "block", every such call is denied, otherwise it continues.',
} as const;

/**
 * The failures that a hook has whatever it is asked. A sample may also be one that it cannot read, or at which the host does
 * not support its decision.
 */
const FAULT = /^(?:start|setup): |^(?!teardown:).+: (?:an error was thrown|the store failed)/;

/** Returns the finding about a failure that a hook with the SDK reports on stderr, or `undefined`. */
export function faultIn(sent: string, stderr: string): RuleFinding | undefined {
  const hasFault = failuresIn(stderr.split("\n")).some(({ where, why }) => FAULT.test(`${where}: ${why}`));
  return hasFault ? broken(sent, shortened(stderr)) : undefined;
}

export const failures: readonly Rule[] = [
  {
    ...WORKS,
    source: "the SDK under PicoClaw (run): a failure is answered like a decision, and only stderr tells them apart",
    async check(session) {
      const finding = faultIn("a hello, one call at each point, the end of stdin", (await session.lifetime()).stderr);
      if (finding !== undefined) throw finding;
    },
  },
];
