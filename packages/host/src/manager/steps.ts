import {
  type AfterLlmParams,
  type AfterLlmResult,
  type AfterToolParams,
  type AfterToolResult,
  type BeforeLlmParams,
  type BeforeLlmResult,
  type BeforeToolParams,
  type BeforeToolResult,
  POINTS,
} from "@agent-hook/protocol";
import type { Timeouts } from "../config/read-config.js";
import type { Dialect } from "../rules/dialect.js";
import { deniedCall, endedTurn } from "../rules/failure-outcome.js";
import type { Aborted, Answered, Denied } from "../rules/outcomes.js";
import { ruleAfterLlm, ruleAfterTool, ruleBeforeLlm, ruleBeforeTool } from "../rules/rulings.js";
import type { Step } from "./chain.js";

/** The four kinds of calls that go through the chain. Approvals do not: they only collect denials. */
export interface Steps {
  readonly beforeLlm: Step<BeforeLlmParams, BeforeLlmResult, Aborted>;
  readonly afterLlm: Step<AfterLlmParams, AfterLlmResult, Aborted>;
  readonly beforeTool: Step<BeforeToolParams, BeforeToolResult, Answered | Denied | Aborted>;
  readonly afterTool: Step<AfterToolParams, AfterToolResult, Aborted>;
}

export function stepsOf(dialect: Dialect, { interceptMs: timeoutMs }: Timeouts): Steps {
  return {
    beforeLlm: {
      ...POINTS.beforeLlm,
      timeoutMs,
      effectOf: (by, params, answer) => ruleBeforeLlm(by, params, answer, dialect),
      onBlockedFailure: (silent) => endedTurn("beforeLlm", silent),
    },
    afterLlm: {
      ...POINTS.afterLlm,
      timeoutMs,
      effectOf: ruleAfterLlm,
      onBlockedFailure: (silent) => endedTurn("afterLlm", silent),
    },
    beforeTool: { ...POINTS.beforeTool, timeoutMs, effectOf: ruleBeforeTool, onBlockedFailure: deniedCall },
    afterTool: {
      ...POINTS.afterTool,
      timeoutMs,
      effectOf: ruleAfterTool,
      onBlockedFailure: (silent) => endedTurn("afterTool", silent),
    },
  };
}
