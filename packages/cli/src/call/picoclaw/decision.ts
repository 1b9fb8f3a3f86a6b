import { type Exit, HookError, type Report, type ToolResult } from "@agent-hook/picoclaw";
import { foldAnswerKeys, toolResultProblem } from "@agent-hook/picoclaw/protocol";
import type { WireOutcome } from "@agent-hook/picoclaw/testing";
import { isBefore, type JsonObject } from "@agent-hook/sdk/internal/text";
import { oneLine } from "../../terminal/show-value.js";
import { type CallDecision, type DecisionKind, partsOf } from "../call-decision.js";
import type { CallRun } from "./call-once.js";
import { changesOf, LAST_VERSION_ACCEPTING_ALL } from "./changes.js";

export function decisionOf(run: CallRun, version: string): CallDecision {
  const { outcome } = run;
  if (outcome === undefined) return eventDecision(run);
  const failedCall = run.reports.find(({ kind }) => kind === "call-failed");
  if (failedCall !== undefined) return failureDecision(failedCall, outcome, run.message.method);
  if (outcome.outcome === "continue") return continueDecision(run, version);
  return endingDecision(outcome, run, version);
}

/** Parses the result of the answer as the host does. */
export function resultOf({ answer }: CallRun): unknown {
  const message = answer === undefined ? undefined : (JSON.parse(answer) as JsonObject);
  return foldAnswerKeys(message?.result);
}

function eventDecision({ exit, reports }: CallRun): CallDecision {
  const droppedEvents = reports.find(({ kind }) => kind === "events-dropped");
  const exitText = abnormalExitText(exit);
  if (droppedEvents !== undefined)
    return plainDecision("failed", `failed: ${droppedEvents.message}`, "continues: it does not wait for events");
  if (exitText === undefined)
    return plainDecision("received", "received; events have no answer", "continues: it does not wait for events");
  const consequence = "from then on, denies every tool that needs its approval, and otherwise continues without it";
  return plainDecision("failed", `failed: it exited ${exitText} after it received the event`, consequence);
}

/** Describes how a process ended, or returns `undefined` if it ended normally. */
export function abnormalExitText(exit: Exit | undefined): string | undefined {
  if (exit?.code) return `with code ${exit.code}`;
  const signal = exit?.signal ?? "SIGTERM";
  // The host sends one of these two signals to a hook that does not end when its stdin is closed.
  return signal === "SIGTERM" || signal === "SIGKILL" ? undefined : `by ${signal}`;
}

function failureDecision(report: Report, outcome: WireOutcome, method: string): CallDecision {
  const consequence =
    outcome.outcome === "denied"
      ? `does not run the tool; the model reads: ${outcome.text}`
      : `continues without the hook: it ${UNCHANGED[method]}`;
  const { cause } = report;
  if (!(cause instanceof HookError)) {
    // The consequence covers the rest of the message.
    return plainDecision("failed", `failed: ${report.message.replace(/; [^;]*$/, "")}`, consequence);
  }
  // If the process has ended, how it ended explains more than the failed call.
  const { what, code } = cause.cause instanceof HookError ? cause.cause : cause;
  const stopsReading = "reads no more answers of the hook: every later call fails";
  return plainDecision("failed", `failed: it ${what}`, code === "too-large" ? stopsReading : consequence);
}

function continueDecision(run: CallRun, version: string): CallDecision {
  const { message } = run;
  const result = resultOf(run);
  const changes = changesOf(message, result, LAST_VERSION_ACCEPTING_ALL);
  if (message.method === "hook.before_llm" && isBefore(version, "v0.2.8") && removesAllMessages(result)) {
    return plainDecision(
      "failed",
      "failed: its request has no messages",
      "stops with an error, for all users: it needs at least one",
    );
  }
  const isAccepted = changesOf(message, result, version).length > 0;
  const consequence = (isAccepted ? CHANGED : UNCHANGED)[message.method] ?? "";
  if (changes.length === 0) return plainDecision("continues", "continues, nothing changed", consequence);
  return { kind: "changed", sentence: `continues, changed: ${partsOf(changes).join(", ")}`, consequence, changes };
}

/**
 * Returns whether an answer is a `modify` whose request has no messages. That request replaces the agent's request
 * entirely.
 */
function removesAllMessages(result: unknown): boolean {
  const { action, request } = (result ?? {}) as { action?: unknown; request?: { messages?: unknown } | null };
  if (action !== "modify" || request === null || typeof request !== "object") return false;
  return !Array.isArray(request.messages) || request.messages.length === 0;
}

const UNCHANGED: Readonly<Record<string, string>> = {
  "hook.before_llm": "sends the request to the model unchanged",
  "hook.after_llm": "continues with the unchanged reply",
  "hook.before_tool": "asks its approvers, then runs the tool",
  "hook.after_tool": "gives the result to the model unchanged",
};
const CHANGED: Readonly<Record<string, string>> = {
  "hook.before_llm": "sends the changed request to the model",
  "hook.after_llm": "continues with the changed reply",
  "hook.before_tool": "asks its approvers about the changed call, then runs it",
  "hook.after_tool": "gives the changed result to the model",
};

/** Describes the effect of an abort. Tested with each version. */
function abortText(what: "abortTurn" | "hardAbort", version: string): string {
  if (what === "hardAbort") return "ends the turn with an empty reply, and removes it from the history";
  return isBefore(version, "v0.2.7")
    ? "ends the turn; the user reads the reason"
    : "ends the turn; the user does not read the reason";
}

function endingDecision(
  outcome: Exclude<WireOutcome, { readonly outcome: "continue" }>,
  run: CallRun,
  version: string,
): CallDecision {
  switch (outcome.outcome) {
    case "approved":
      return plainDecision("approved", "approved", "runs the tool, unless another approver denies it");
    case "aborted": {
      const what = outcome.scope === "turn" ? "abortTurn" : "hardAbort";
      return plainDecision(
        "aborted",
        `aborted the ${outcome.scope}${reasonText(outcome.reason)}`,
        abortText(what, version),
      );
    }
    case "answered": {
      const problem = toolResultProblem(outcome.result);
      const consequence = "gives the model this result; the tool does not run, and no approver is asked";
      if (problem !== undefined) return plainDecision("failed", `failed: ${problem}`, consequence);
      const text = `${answeredText(outcome.result)} ${oneLine(outcome.result.for_llm ?? "")}`.trimEnd();
      return plainDecision("answered", text, consequence);
    }
    case "denied": {
      const asks = (resultOf(run) as { ask?: unknown }).ask === true;
      const modelReads = `the model reads: ${outcome.text}`;
      if (asks)
        return plainDecision(
          "asks",
          `denied, because nobody can be asked${reasonText(outcome.reason)}`,
          `does not ask the user and does not run the tool; ${modelReads}`,
        );
      return plainDecision(
        "denied",
        `denied${reasonText(outcome.reason, ", without a reason")}`,
        `does not run the tool; ${modelReads}`,
      );
    }
  }
}

function answeredText({ is_error }: ToolResult): string {
  return is_error ? "answered instead of the tool, as an error:" : "answered instead of the tool:";
}

function reasonText(reason: string, none = ""): string {
  return reason === "" ? none : `: ${oneLine(reason)}`;
}

function plainDecision(kind: DecisionKind, sentence: string, consequence: string): CallDecision {
  return { kind, sentence, consequence, changes: [] };
}
