import { changedText } from "../../command-hook/unsupported.js";
import { isWithheld } from "../../command-hook/withheld.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import { calls } from "./decode.js";
import { type Document, denial } from "./documents.js";
import type { EventName } from "./events.js";
import type { CopilotEvent, CopilotToolEvent, CopilotToolOutcome } from "./native.js";

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: CopilotEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify": {
      const patch = decision.patch as ToolCallPatch & ToolResultPatch;
      if (patch.arguments !== undefined)
        return { modifiedArgs: argumentsFor(payload as CopilotToolEvent, patch.arguments) };
      const text = changedText(patch);
      if (text === undefined || isUnchanged(event, payload, text)) return undefined;
      return isWithheld(patch) ? denial(event, text) : withResult(payload as CopilotToolOutcome, text);
    }
    case "ask":
      return { permissionDecision: "ask", permissionDecisionReason: decision.reason };
    case "deny":
    case "reject":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    default:
      // Also for `approve`: "allow" would skip the user's approval and Copilot CLI's own deny rules.
      return undefined;
  }
}

function isUnchanged(event: EventName, payload: CopilotEvent, text: string): boolean {
  const call = calls[event]?.(payload as never) as Calls["afterTool"];
  return call.result.forLlm === text;
}

/** Returns the arguments in their original shape. */
function argumentsFor({ toolArgs }: CopilotToolEvent, args: Readonly<Record<string, unknown>>) {
  return typeof toolArgs === "string" ? (args.input as string) : args;
}

function withResult({ toolResult }: CopilotToolOutcome, text: string): Document {
  return { modifiedResult: { resultType: toolResult.resultType, textResultForLlm: text } };
}
