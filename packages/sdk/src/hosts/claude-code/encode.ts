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

/** The answer for what was decided; nothing: no opinion. */
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
      // `approve` too: "allow" would skip the person whom Claude Code asks.
      return undefined;
  }
}

/** Without a permission: Claude Code then asks about the changed call as it would have about the other (run). */
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

/** A stop alone lets the tool run (run). The result as others changed it goes with it: the next turn has that (run). */
function stopped(event: EventName, decision: Abort, payload: ClaudeCodeEvent): Document {
  const { reason } = decision;
  const stop = { continue: false, stopReason: reason };
  if (event === "PreToolUse") return { ...stop, ...permissionDenied(event, reason) };
  return "patch" in decision ? { ...stop, ...changed(decision.patch as ToolResultPatch, payload) } : stop;
}
