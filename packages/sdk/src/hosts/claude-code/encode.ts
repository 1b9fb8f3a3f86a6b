import { permissionDenied, specific } from "../../command-hook/specific-output.js";
import { changedArguments, changedText } from "../../command-hook/unsupported.js";
import { isWithheld } from "../../command-hook/withheld.js";
import type { Point } from "../../hook/calls.js";
import type { Abort, Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import { type Document, withholding, withResult } from "./documents.js";
import type { EventName } from "./events.js";
import type { ClaudeCodeEvent } from "./native.js";
import { textOf, withText } from "./tool-results.js";

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: ClaudeCodeEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "PreToolUse"
        ? rewritten(decision.patch as ToolCallPatch, payload)
        : changed(decision.patch as ToolResultPatch, payload);
    case "ask":
      return specific(event, {
        permissionDecision: "ask",
        permissionDecisionReason: decision.reason,
        ...("patch" in decision && decision.patch?.arguments ? { updatedInput: decision.patch.arguments } : {}),
      });
    case "deny":
    case "reject":
      return permissionDenied(event, decision.reason);
    case "abortTurn":
    case "hardAbort":
      return stopped(event, decision, payload);
    default:
      // Also for `approve`: "allow" would skip the user's approval.
      return undefined;
  }
}

/** Sets no permission: Claude Code then asks about the changed call as it would about the original (observed). */
function rewritten(patch: ToolCallPatch, payload: ClaudeCodeEvent): Document | undefined {
  const updatedInput = changedArguments(patch, payload.tool_input);
  return updatedInput === undefined ? undefined : specific("PreToolUse", { updatedInput });
}

function changed(patch: ToolResultPatch, payload: ClaudeCodeEvent): Document | undefined {
  const text = changedText(patch);
  const { tool_name: tool, tool_response: result } = payload;
  if (text === undefined || text === textOf(String(tool), result)) return undefined;
  return isWithheld(patch) ? withholding(payload, text) : withResult(withText(String(tool), result, text));
}

/** Without a denial, a stop lets the tool run. A changed result is sent too: the next turn has it (both observed). */
function stopped(event: EventName, decision: Abort, payload: ClaudeCodeEvent): Document {
  const { reason } = decision;
  const stop = { continue: false, stopReason: reason };
  if (event === "PreToolUse") return { ...stop, ...permissionDenied(event, reason) };
  return "patch" in decision ? { ...stop, ...changed(decision.patch as ToolResultPatch, payload) } : stop;
}
