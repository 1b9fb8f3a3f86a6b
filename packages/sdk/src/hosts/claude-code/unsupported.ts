import { changedText, resultUnsupported, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, ToolResultPatch } from "../../hook/decisions.js";
import { textOf, withText } from "./tool-results.js";

const HOST = "Claude Code";

/** Returns why Claude Code does not support a decision, or `undefined`. */
export function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return toolCallUnsupported(HOST, call as Calls["beforeTool"], decision as never);
  return point === "afterTool" ? outcomeUnsupported(call as Calls["afterTool"], decision as never) : undefined;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (call.raw.hook_event_name === "PostToolUseFailure") {
    return "Claude Code reads no answer about a tool that failed: a hook can only look at its error";
  }
  if (decision.action !== "modify") return undefined;
  const patch = decision.patch as ToolResultPatch;
  return resultUnsupported(HOST, call, patch) ?? shapeUnsupported(call, changedText(patch));
}

function shapeUnsupported({ tool, raw }: Calls["afterTool"], text: string | undefined): string | undefined {
  const { tool_response: result } = raw;
  if (text === undefined || text === textOf(tool, result) || withText(tool, result, text) !== undefined)
    return undefined;
  return `${tool} gives no text but an object or a list, which result.forLlm has as JSON: expected the JSON of one like it`;
}
