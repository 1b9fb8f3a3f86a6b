import type { HookMode, MethodName } from "@agent-hook/protocol";
import { HookError } from "../connection/hook-error.js";
import { answerFault } from "../rules/answer-fault.js";
import type { NoAnswer } from "../rules/failure-outcome.js";
import type { GoesOn, Ruling } from "../rules/rulings.js";
import type { ChainHook } from "./chain-hook.js";
import type { Tell } from "./report.js";

/** What one kind of call is to the chain. */
export interface Step<Params, Answer, Outcome> {
  readonly mode: HookMode;
  readonly method: MethodName;
  readonly timeoutMs: number;
  /** What a sound answer does. */
  rule(by: string, params: Params, answer: Answer): Ruling<Params, Outcome>;
  /** What a hook comes to that fails closed. */
  refused(silent: NoAnswer): Outcome;
}

/** How the chain was left: with changed params, or ended by a hook. */
export type Passed<Params, Outcome> =
  | { readonly ends: Outcome }
  | { readonly params: Params; readonly changedBy: readonly string[] };

/** Asks the hooks in their order; each sees what the one before left. The first refusal or answer ends it. */
export async function passThrough<Params extends object, Answer, Outcome extends { readonly outcome: string }>(
  hooks: readonly ChainHook[],
  step: Step<Params, Answer, Outcome>,
  params: Params,
  tell: Tell,
): Promise<Passed<Params, Outcome>> {
  let current = params;
  const changedBy: string[] = [];
  for (const hook of hooks) {
    if (!hook.modes.includes(step.mode)) continue;
    const asked = await askChecked<Answer>(hook, step, current, tell);
    const ruling = "answer" in asked ? step.rule(hook.name, current, asked.answer) : failed(hook, step, current, asked);
    if ("ends" in ruling) {
      if (ruling.ends.outcome !== "answered") hook.counters.denials += 1;
      return ruling;
    }
    for (const message of ruling.ignored ?? []) {
      tell({ hook: hook.name, kind: "answer ignored", method: step.method, message: `${step.method}: ${message}` });
    }
    if (ruling.changed) changedBy.push(hook.name);
    current = ruling.params;
  }
  return { params: current, changedBy };
}

/** The answer of one hook, if it has the right shape and does what it says; else why not, which is reported. */
export async function askChecked<Answer>(
  hook: ChainHook,
  { method, timeoutMs }: { readonly method: MethodName; readonly timeoutMs: number },
  params: object,
  tell: Tell,
): Promise<{ readonly answer: Answer } | NoAnswer> {
  try {
    const answer = await hook.ask(method, params, timeoutMs);
    const fault = answerFault(method, answer);
    if (fault === undefined) return { answer: answer as Answer };
    hook.counters.failures += 1;
    const message = `the answer to ${method} does nothing: ${fault}; ${consequence(hook, method)}`;
    tell({ hook: hook.name, kind: "call failed", method, message });
    return { by: hook.name, timedOut: false };
  } catch (cause) {
    if (!(cause instanceof HookError)) throw cause;
    tell({
      hook: hook.name,
      kind: "call failed",
      method,
      message: `${cause.what}; ${consequence(hook, method)}`,
      cause,
    });
    return { by: hook.name, timedOut: cause.code === "timeout" };
  }
}

function failed<Params, Outcome>(
  hook: ChainHook,
  step: Pick<Step<Params, never, Outcome>, "refused">,
  params: Params,
  silent: NoAnswer,
): { readonly ends: Outcome } | GoesOn<Params> {
  return hook.onFailure === "block" ? { ends: step.refused(silent) } : { params, changed: false };
}

function consequence({ onFailure }: ChainHook, method: MethodName): string {
  if (method === "hook.approve_tool") return "the tool is refused";
  return onFailure === "block" ? "the call is refused" : "it goes on without this hook";
}
