import { changedText } from "../../command-hook/unsupported.js";
import type { Point } from "../../hook/calls.js";
import type { Decisions, LlmRequestPatch, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import { type Document, denial, withResult } from "./documents.js";
import type { EventName } from "./events.js";
import { message } from "./messages.js";

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(event: EventName, decision: Decisions[Point] | ToolCallOutcome): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified(event, decision.patch);
    case "ask":
      return specific(event, {
        permission_decision: "ask",
        permission_decision_reason: decision.reason,
        ...("patch" in decision && decision.patch?.arguments ? { updated_input: decision.patch.arguments } : {}),
      });
    case "deny":
    case "reject":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    default:
      // Also for `approve`: "allow" would skip the user's approval.
      return undefined;
  }
}

function modified(event: EventName, patch: object): Document | undefined {
  const { arguments: args } = patch as ToolCallPatch;
  if (args !== undefined) return specific(event, { updated_input: args });
  const { messages } = patch as LlmRequestPatch;
  if (messages !== undefined)
    return specific(event, { updated_messages: messages.map((item) => message.encode(item)) });
  const text = changedText(patch as ToolResultPatch);
  return text === undefined ? undefined : withResult(text);
}

function specific(event: EventName, output: object): Document {
  return { hook_specific_output: { hook_event_name: event, ...output } };
}
