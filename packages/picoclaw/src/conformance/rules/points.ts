import { fields } from "../answer-faults.js";
import { broken, notApplicable } from "../finding.js";
import type { Rule } from "../rule.js";
import { CALLS, type CallMethod, MODE_OF } from "../sample-calls.js";

const SKIPPED = "The host skips the hook and continues without it.";
const OPEN = "The host skips the hook: the tool runs.";
const DENIED = 'The host denies every tool: `tool approval hook "NAME" failed`.';

const WHY: Readonly<Record<CallMethod, string>> = {
  "hook.before_llm": SKIPPED,
  "hook.after_llm": SKIPPED,
  "hook.before_tool": OPEN,
  "hook.approve_tool": DENIED,
  "hook.after_tool": SKIPPED,
};

export const points: readonly Rule[] = CALLS.map((method) => ({
  id: `points/${method.slice("hook.".length).replace("_", "-")}`,
  sentence: `A plain ${method} is answered with a result, an object, and not with an error.`,
  source: "PicoClaw v0.2.6 to v0.2.9 (run): an error, no answer or a result that cannot be read counts as a failure",
  why: WHY[method],
  async check(session) {
    if (!session.options.modes.includes(MODE_OF[method])) throw notApplicable(`The mode ${MODE_OF[method]} is off`);
    for (const sample of await session.samples()) {
      if (sample.method !== method) continue;
      const good = sample.answer !== undefined && sample.error === undefined && fields(sample.result) !== undefined;
      if (!good) throw broken(sample.sent, sample.received);
    }
  },
}));
