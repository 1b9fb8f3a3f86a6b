import type { HookMode, MethodName } from "@agent-hook/sdk/internal/picoclaw";
import { HookError } from "../connection/hook-error.js";
import { answerFault } from "../rules/answer-fault.js";
import type { AnswerEffect, StepContinues } from "../rules/apply-answer.js";
import type { NoAnswer } from "../rules/failure-outcome.js";
import type { ChainHook } from "./chain-hook.js";
import type { SendReport } from "./report.js";

/** How the chain handles one kind of call. */
export interface Step<Params, Answer, Outcome> {
  readonly mode: HookMode;
  readonly method: MethodName;
  readonly timeoutMs: number;
  /** Applies a valid answer. */
  effectOf(by: string, params: Params, answer: Answer): AnswerEffect<Params, Outcome>;
  /** Returns the outcome for a failed hook whose policy is `block`. */
  onBlockedFailure(noAnswer: NoAnswer): Outcome;
}

/** The result of the chain: the final params, or the outcome with which a hook ended the chain. */
export type ChainResult<Params, Outcome> =
  | { readonly ends: Outcome }
  | { readonly params: Params; readonly changedBy: readonly string[] };

/**
 * Calls the hooks in order, each with the params that the hook before it left. The first denial or answer ends the
 * chain.
 */
export async function runChain<Params extends object, Answer, Outcome extends { readonly outcome: string }>(
  hooks: readonly ChainHook[],
  step: Step<Params, Answer, Outcome>,
  params: Params,
  report: SendReport,
): Promise<ChainResult<Params, Outcome>> {
  let current = params;
  const changedBy: string[] = [];
  for (const hook of hooks) {
    if (!hook.modes.includes(step.mode)) continue;
    const reply = await askChecked<Answer>(hook, step, current, report);
    const effect =
      "answer" in reply ? step.effectOf(hook.name, current, reply.answer) : failureEffect(hook, step, current, reply);
    if ("ends" in effect) {
      if (effect.ends.outcome !== "answered") hook.counters.denials += 1;
      return effect;
    }
    for (const message of effect.ignored ?? []) {
      report({ hook: hook.name, kind: "answer-ignored", method: step.method, message: `${step.method}: ${message}` });
    }
    if (effect.changed) changedBy.push(hook.name);
    current = effect.params;
  }
  return { params: current, changedBy };
}

/**
 * Returns the answer of one hook if it is valid and PicoClaw would act on it. Otherwise, reports and returns the
 * failure.
 */
export async function askChecked<Answer>(
  hook: ChainHook,
  { method, timeoutMs }: { readonly method: MethodName; readonly timeoutMs: number },
  params: object,
  report: SendReport,
): Promise<{ readonly answer: Answer } | NoAnswer> {
  try {
    const answer = await hook.ask(method, params, timeoutMs);
    const fault = answerFault(method, answer);
    if (fault === undefined) return { answer: answer as Answer };
    hook.counters.failures += 1;
    const message = `the answer to ${method} has no effect: ${fault}; ${consequence(hook, method)}`;
    report({ hook: hook.name, kind: "call-failed", method, message });
    return { by: hook.name, timedOut: false };
  } catch (cause) {
    if (!(cause instanceof HookError)) throw cause;
    report({
      hook: hook.name,
      kind: "call-failed",
      method,
      message: `${cause.what}; ${consequence(hook, method)}`,
      cause,
    });
    return { by: hook.name, timedOut: cause.code === "timeout" };
  }
}

function failureEffect<Params, Outcome>(
  hook: ChainHook,
  step: Pick<Step<Params, never, Outcome>, "onBlockedFailure">,
  params: Params,
  noAnswer: NoAnswer,
): { readonly ends: Outcome } | StepContinues<Params> {
  return hook.onFailure === "block" ? { ends: step.onBlockedFailure(noAnswer) } : { params, changed: false };
}

function consequence({ onFailure }: ChainHook, method: MethodName): string {
  if (method === "hook.approve_tool") return "the tool call is denied";
  return onFailure === "block" ? "the call is denied" : "the agent continues without this hook";
}
