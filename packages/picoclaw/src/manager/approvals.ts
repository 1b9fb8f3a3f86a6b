import type {
  ApproveToolParams,
  ApproveToolResult,
  CallContext,
  JsonObject,
  Meta,
} from "@agent-hook/sdk/internal/picoclaw";
import { deniedApproval } from "../rules/failure-outcome.js";
import { type ApproveToolOutcome, type DeniedOutcome, denied } from "../rules/outcomes.js";
import { askChecked } from "./chain.js";
import type { ChainHook } from "./chain-hook.js";
import type { SendReport } from "./report.js";

const METHOD = "hook.approve_tool";

/** What approvals need in addition to the hooks. */
export interface Approvals {
  readonly timeoutMs: number;
  readonly report: SendReport;
  /** Without it, calls that a hook leaves to a person are denied. */
  readonly onAsk: OnAsk | undefined;
  /** Aborts when the agent closes its hooks: a person may take longer than the agent runs. */
  readonly closing: AbortSignal;
}

/** Calls every approver in turn. The first denial wins, and an approver that fails denies. A person is asked last. */
export async function approvals(
  hooks: readonly ChainHook[],
  params: ApproveToolParams,
  { timeoutMs, report, onAsk, closing }: Approvals,
): Promise<ApproveToolOutcome> {
  const questions: { readonly hook: ChainHook; readonly reason: string }[] = [];
  for (const hook of hooks) {
    if (!hook.modes.includes("approve")) continue;
    const reply = await askChecked<ApproveToolResult>(hook, { method: METHOD, timeoutMs }, params, report);
    if ("answer" in reply && reply.answer.approved) continue;
    const reason = "answer" in reply ? (reply.answer.reason ?? "") : "";
    if ("answer" in reply && reply.answer.ask && onAsk !== undefined) {
      questions.push({ hook, reason: reply.answer.question ?? reason });
      continue;
    }
    hook.counters.denials += 1;
    return "answer" in reply ? denied("approveTool", hook.name, reason) : deniedApproval(reply);
  }
  for (const { hook, reason } of questions) {
    const question = questionOf(hook.name, reason, params);
    const denial = await unlessClosed(closing, hook.name, askPerson(onAsk as OnAsk, question, report));
    if (denial === undefined) continue;
    hook.counters.denials += 1;
    return denial;
  }
  return { outcome: "approved" };
}

/** Resolves with the person's decision, or with a denial if the agent closes its hooks first. */
function unlessClosed(
  closing: AbortSignal,
  by: string,
  decision: Promise<DeniedOutcome | undefined>,
): Promise<DeniedOutcome | undefined> {
  return new Promise((resolve) => {
    const close = () => resolve(denied("approveTool", by, "the agent closed its hooks before the user answered"));
    closing.addEventListener("abort", close);
    void decision.then(resolve).finally(() => closing.removeEventListener("abort", close));
    if (closing.aborted) close();
  });
}

function questionOf(
  hook: string,
  reason: string,
  { tool, arguments: args, meta, context }: ApproveToolParams,
): Question {
  return { hook, tool, arguments: args ?? {}, reason, meta, context };
}

/** Returns a denial, or `undefined` if the person approved. */
async function askPerson(onAsk: OnAsk, question: Question, report: SendReport): Promise<DeniedOutcome | undefined> {
  const { hook, reason } = question;
  try {
    // `onAsk` gets a copy, so that it cannot change the call that runs.
    const result = await onAsk(structuredClone(question));
    const answer = typeof result === "object" ? result : { approved: result };
    if (answer.approved === true) return undefined;
    return denied(
      "approveTool",
      hook,
      answer.reason ?? `the user denied the call${reason === "" ? "" : ` (${reason})`}`,
    );
  } catch (cause) {
    report({ hook, kind: "call-failed", method: METHOD, message: "onAsk failed; the tool call is denied", cause });
    return denied("approveTool", hook, reason);
  }
}

/** A tool call that a hook leaves to a person. */
export interface Question {
  readonly hook: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Why the hook asks. */
  readonly reason: string;
  readonly meta?: Meta | null | undefined;
  readonly context?: CallContext | null | undefined;
}

/** The person's decision. If it is a denial, the model reads `reason`. */
export type UserDecision = boolean | { readonly approved: boolean; readonly reason?: string };

export type OnAsk = (question: Question) => UserDecision | Promise<UserDecision>;
