import { isDeepStrictEqual } from "node:util";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolResult } from "../../hook/message.js";
import { calls } from "./decode.js";

/** Why Copilot CLI cannot carry a decision; nothing if it can. */
export function objection<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  return objections[point](call as never, decision as never);
}

const NO_EVENT = "Copilot CLI has no event for calls of the model";

const objections: {
  readonly [P in Point]: (call: Calls[P], decision: Decisions[P]) => string | undefined;
} = {
  beforeLlm: () => NO_EVENT,
  afterLlm: () => NO_EVENT,
  beforeTool(call, decision) {
    if (decision.action === "respond") {
      return "Copilot CLI takes no tool result from a hook: deny with the text as the reason, or offer the tool over MCP";
    }
    return decision.action === "modify" ? callObjection(call, decision.patch as ToolCallPatch) : undefined;
  },
  afterTool(call, decision) {
    if (decision.action !== "modify") return "Copilot CLI cannot be stopped after a tool: change the result instead";
    return resultObjection(call, (decision.patch as ToolResultPatch).result);
  },
  approveTool(call, decision) {
    if (decision.action !== "ask") return undefined;
    if (isDeepStrictEqual(call.arguments, calls.preToolUse?.(call.raw as never).arguments)) return undefined;
    return "Copilot CLI shows a person the arguments as the model wrote them: reject, or change none of a call to ask about";
  },
};

function callObjection(call: Calls["beforeTool"], patch: ToolCallPatch): string | undefined {
  if (patch.tool !== undefined && patch.tool !== call.tool) return "Copilot CLI cannot call another tool in its place";
  const { arguments: args } = patch;
  if (args === undefined || typeof call.raw.toolArgs !== "string") return undefined;
  const asItCame = Object.keys(args).join() === "input" && typeof args.input === "string";
  return asItCame ? undefined : `${call.tool} takes one text in place of arguments: change \`input\`, and add nothing`;
}

function resultObjection(call: Calls["afterTool"], patch: ToolResultPatch["result"]): string | undefined {
  const result: Partial<ToolResult> = typeof patch === "string" ? { forLlm: patch } : (patch ?? {});
  const other = (Object.keys(result) as (keyof ToolResult)[]).find(
    (key) => key !== "forLlm" && result[key] !== undefined && result[key] !== call.result[key],
  );
  if (other !== undefined) return `Copilot CLI lets a hook change the text of a result alone, not ${other}`;
  if (result.forLlm === undefined || call.raw.toolResult !== undefined) return undefined;
  return "Copilot CLI lets no hook change what a failed tool says: only postToolUse takes another result";
}
