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
} from "@agent-hook/sdk/internal/picoclaw";
import type { Timeouts } from "../config/read-config.js";
import { applyAfterLlm, applyAfterTool, applyBeforeLlm, applyBeforeTool } from "../rules/apply-answer.js";
import type { Dialect } from "../rules/dialect.js";
import { deniedCall, endedTurn } from "../rules/failure-outcome.js";
import type { AbortedOutcome, AnsweredOutcome, DeniedOutcome } from "../rules/outcomes.js";
import type { Step } from "./chain.js";

/** The four kinds of calls that go through the chain. Approvals do not: an approver cannot change the call. */
export interface Steps {
  readonly beforeLlm: Step<BeforeLlmParams, BeforeLlmResult, AbortedOutcome>;
  readonly afterLlm: Step<AfterLlmParams, AfterLlmResult, AbortedOutcome>;
  readonly beforeTool: Step<BeforeToolParams, BeforeToolResult, AnsweredOutcome | DeniedOutcome | AbortedOutcome>;
  readonly afterTool: Step<AfterToolParams, AfterToolResult, AbortedOutcome>;
}

export function stepsOf(dialect: Dialect, { interceptMs: timeoutMs }: Timeouts): Steps {
  return {
    beforeLlm: {
      ...POINTS.beforeLlm,
      timeoutMs,
      effectOf: (by, params, answer) => applyBeforeLlm(by, params, answer, dialect),
      onBlockedFailure: (noAnswer) => endedTurn("beforeLlm", noAnswer),
    },
    afterLlm: {
      ...POINTS.afterLlm,
      timeoutMs,
      effectOf: applyAfterLlm,
      onBlockedFailure: (noAnswer) => endedTurn("afterLlm", noAnswer),
    },
    beforeTool: { ...POINTS.beforeTool, timeoutMs, effectOf: applyBeforeTool, onBlockedFailure: deniedCall },
    afterTool: {
      ...POINTS.afterTool,
      timeoutMs,
      effectOf: applyAfterTool,
      onBlockedFailure: (noAnswer) => endedTurn("afterTool", noAnswer),
    },
  };
}
