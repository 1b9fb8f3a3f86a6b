import { hookEventOf } from "../../command-hook/hook-event.js";
import { knownOrigin, toolCallOf } from "../../command-hook/tool-call.js";
import type { CallOrigin, Calls, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { HookEvent } from "../../hook/events.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import type { EventName } from "./events.js";
import type { ClaudeCodeEvent, ClaudeCodePayload } from "./native.js";
import { kindOf } from "./tool-kinds.js";
import { textOf } from "./tool-results.js";

/** Decodes the call of an event that is a point. */
export function callOf(event: EventName, payload: ClaudeCodeEvent): Calls[Point] {
  const said = payload as never;
  if (event === "PreToolUse") return toolCall(said);
  return event === "PostToolUse" ? toolOutcome(said) : failedTool(said);
}

/** Identifies a tool by its name. The hook's own tools come from an MCP server whose name the hook does not know. */
export function identify(tool: string): ToolIdentity {
  return { kind: kindOf(tool) };
}

/** Decodes every other event. */
export function hookEvent(payload: ClaudeCodeEvent): HookEvent {
  return hookEventOf(payload, originOf(payload), ["session_id", "transcript_path", "cwd", "prompt_id", "agent_id"]);
}

function originOf({ session_id: sessionKey, prompt_id: turnId, agent_id: agentId }: ClaudeCodeEvent): CallOrigin {
  return knownOrigin({ sessionKey, turnId, agentId });
}

function toolCall(payload: ClaudeCodePayload<"PreToolUse">): ToolCall {
  return toolCallOf(payload, kindOf(payload.tool_name), originOf(payload));
}

function toolOutcome(payload: ClaudeCodePayload<"PostToolUse">): ToolOutcome {
  return {
    ...toolCall(payload),
    result: { forLlm: textOf(payload.tool_name, payload.tool_response) },
    ...durationOf(payload),
  };
}

function failedTool(payload: ClaudeCodePayload<"PostToolUseFailure">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.error, isError: true }, ...durationOf(payload) };
}

function durationOf({ duration_ms: durationMs }: { readonly duration_ms?: number }): Pick<ToolOutcome, "durationMs"> {
  return durationMs === undefined ? {} : { durationMs };
}
