import { foldAnswerKeys, type MethodName, methods } from "@agent-hook/sdk/internal/picoclaw";
import { answerFault } from "./answer-fault.js";
import { applyAfterLlm, applyAfterTool, applyBeforeLlm, applyBeforeTool } from "./apply-answer.js";
import { dialectOf } from "./dialect.js";
import { withoutZeros } from "./zero-values.js";

/** A hook's answer: the result, or an error. */
export interface RawAnswer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Returns the effect of an answer on one version of PicoClaw, as a value to compare: answers with equal effects are
 * equivalent for the host, however they are written. `params` are the params of the call.
 */
export function effectOf(method: string, params: unknown, answer: RawAnswer, version: string): unknown {
  const result = foldAnswerKeys(answer.result);
  const spec = methods[method as MethodName];
  if (answer.error !== undefined || spec === undefined || !("result" in spec)) return { effect: "no answer" };
  if (!spec.result.safeParse(result ?? {}).success) return { effect: "no answer" };
  if (method === "hook.hello") return { effect: "hello answered" };
  if (method === "hook.approve_tool") return approval(result);
  const isValid = answerFault(method as MethodName, result) === undefined;
  const apply = RULES[method];
  const effect = apply?.("", params as never, (isValid ? result : {}) as never, dialectOf(version));
  if (effect === undefined) return { effect: "none" };
  return withoutZeros("ends" in effect ? effect.ends : { continuesWith: effect.params });
}

const RULES: Readonly<
  Record<string, typeof applyBeforeLlm | typeof applyAfterLlm | typeof applyBeforeTool | typeof applyAfterTool>
> = {
  "hook.before_llm": applyBeforeLlm,
  "hook.after_llm": applyAfterLlm,
  "hook.before_tool": applyBeforeTool,
  "hook.after_tool": applyAfterTool,
};

function approval(result: unknown): unknown {
  const { approved, reason } = result as { approved: boolean; reason?: string | null };
  return approved ? { effect: "approved" } : { effect: "denied", reason: reason ?? "" };
}
