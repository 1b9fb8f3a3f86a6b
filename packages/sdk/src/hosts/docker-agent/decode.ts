import { hookEventOf } from "../../command-hook/hook-event.js";
import { knownOrigin, toolCallOf } from "../../command-hook/tool-call.js";
import type { CallOrigin, Calls, LlmCall, LlmReply, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { HookEvent } from "../../hook/events.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import { message } from "./messages.js";
import type {
  DockerAgentAfterLlmCall,
  DockerAgentBeforeLlmCall,
  DockerAgentEvent,
  DockerAgentToolEvent,
  DockerAgentToolOutcome,
} from "./native.js";
import { kindOf } from "./tool-kinds.js";

/** Decodes the call of each event that is a point. */
export const calls: { readonly [P in Exclude<Point, "approveTool">]: (payload: never) => Calls[P] } = {
  beforeLlm: llmCall,
  afterLlm: llmReply,
  beforeTool: toolCall,
  afterTool: toolOutcome,
};

/** Identifies a tool by its name. docker-agent gives MCP tools any name, so none is identified as the hook's own. */
export function identify(tool: string): ToolIdentity {
  return { kind: kindOf(tool) };
}

/** Decodes every other event. */
export function hookEvent(payload: DockerAgentEvent): HookEvent {
  return hookEventOf(payload, originOf(payload), ["session_id", "cwd", "agent_name"]);
}

function originOf({ session_id: sessionKey, agent_name: agentId }: DockerAgentEvent): CallOrigin {
  return knownOrigin({ sessionKey, agentId });
}

function llmCall(payload: DockerAgentBeforeLlmCall): LlmCall {
  const { iteration } = payload;
  return {
    model: payload.model_id ?? "",
    messages: (payload.messages ?? []).map((item) => message.decode(item)),
    tools: [],
    options: {},
    gracefulTerminal: false,
    origin: { ...originOf(payload), ...(iteration === undefined ? {} : { iteration }) },
    raw: payload,
  };
}

function llmReply(payload: DockerAgentAfterLlmCall): LlmReply {
  return {
    model: payload.model_id ?? "",
    content: payload.stop_response ?? "",
    toolCalls: [],
    ...(payload.usage === undefined ? {} : { usage: payload.usage }),
    origin: originOf(payload),
    raw: payload,
  };
}

function toolCall(payload: DockerAgentToolEvent): ToolCall {
  const kind = payload.tool_category === "mcp" ? "mcp" : kindOf(payload.tool_name);
  return toolCallOf(payload, kind, originOf(payload));
}

function toolOutcome(payload: DockerAgentToolOutcome): ToolOutcome {
  const failed = payload.tool_error === true;
  return {
    ...toolCall(payload),
    result: { forLlm: payload.tool_response ?? "", ...(failed ? { isError: true } : {}) },
    // A shell's output arrives in pieces, then whole. No field tells a piece from the whole (observed on v1.123.0).
    ...(payload.tool_name === "shell" && !failed ? { partial: true } : {}),
  };
}
