import { specific } from "../../command-hook/specific-output.js";
import { changedArguments, changedText } from "../../command-hook/unsupported.js";
import type { Point } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import { textOf } from "./decode.js";
import { type Document, denial, withResult } from "./documents.js";
import type { EventName } from "./events.js";
import type { CodexEvent } from "./native.js";

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: CodexEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "PreToolUse"
        ? rewritten(decision.patch as ToolCallPatch, payload)
        : changed(decision.patch as ToolResultPatch, payload);
    case "ask":
    case "deny":
    case "reject":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    default:
      return undefined;
  }
}

/** The only form that Codex accepts. It approves nothing: Codex still asks about the changed call (observed). */
function rewritten(patch: ToolCallPatch, payload: CodexEvent): Document | undefined {
  const updatedInput = changedArguments(patch, payload.tool_input);
  return updatedInput === undefined ? undefined : specific("PreToolUse", { permissionDecision: "allow", updatedInput });
}

function changed(patch: ToolResultPatch, { tool_name: tool, tool_response: result }: CodexEvent): Document | undefined {
  const text = changedText(patch);
  return text === undefined || text === textOf(String(tool), result) ? undefined : withResult(text);
}
