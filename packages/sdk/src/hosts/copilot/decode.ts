import type { Calls, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import type { EventName } from "./events.js";
import type { CopilotToolEvent, CopilotToolFailure, CopilotToolOutcome } from "./native.js";
import { kindOf } from "./tool-kinds.js";

/** Decodes the call of each event that is a point. */
export const calls: { readonly [Event in EventName]?: (payload: never) => Calls["beforeTool" | "afterTool"] } = {
  preToolUse: toolCall,
  postToolUse: toolOutcome,
  postToolUseFailure: toolFailure,
};

/** Identifies a tool by its name. Copilot CLI gives MCP tools any name, so none is identified as the hook's own. */
export function identify(tool: string): ToolIdentity {
  return { kind: kindOf(tool) };
}

function toolCall(payload: CopilotToolEvent): ToolCall {
  const { toolName: tool, toolArgs: args } = payload;
  return {
    tool,
    ...identify(tool),
    arguments: typeof args === "string" ? { input: args } : args,
    origin: { sessionKey: payload.sessionId },
    raw: payload,
  };
}

function toolOutcome(payload: CopilotToolOutcome): ToolOutcome {
  const { resultType, textResultForLlm: forLlm } = payload.toolResult;
  return { ...toolCall(payload), result: { forLlm, ...(resultType === "success" ? {} : { isError: true }) } };
}

function toolFailure(payload: CopilotToolFailure): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.error, isError: true } };
}
