import { textOfBlocks } from "../../codec/content-blocks.js";
import { hookEventOf } from "../../command-hook/hook-event.js";
import { knownOrigin, toolCallOf } from "../../command-hook/tool-call.js";
import type { CallOrigin, Calls, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { HookEvent } from "../../hook/events.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import type { EventName } from "./events.js";
import type { CodexEvent, CodexPayload } from "./native.js";
import { kindOf } from "./tool-kinds.js";

/** Decodes the call of an event that is a point. */
export function callOf(event: EventName, payload: CodexEvent): Calls[Point] {
  return event === "PreToolUse" ? toolCall(payload as never) : toolOutcome(payload as never);
}

/** Identifies a tool by its name. The hook's own tools come from an MCP server whose name the hook does not know. */
export function identify(tool: string): ToolIdentity {
  return { kind: kindOf(tool) };
}

/** Decodes every other event. */
export function hookEvent(payload: CodexEvent): HookEvent {
  return hookEventOf(payload, originOf(payload), ["session_id", "transcript_path", "cwd", "turn_id", "agent_id"]);
}

function originOf({ session_id: sessionKey, turn_id: turnId, agent_id: agentId }: CodexEvent): CallOrigin {
  return knownOrigin({ sessionKey, turnId, agentId });
}

function toolCall(payload: CodexPayload<"PreToolUse">): ToolCall {
  return toolCallOf(payload, kindOf(payload.tool_name), originOf(payload));
}

function toolOutcome(payload: CodexPayload<"PostToolUse">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: textOf(payload.tool_name, payload.tool_response) } };
}

/** Returns what the model reads of a result, as far as known. Omits Codex's own lines before a shell's output. */
export function textOf(tool: string, result: unknown): string {
  if (typeof result === "string") return result;
  if (result === undefined || result === null) return "";
  if (Array.isArray(result)) return textOfBlocks(result);
  const { content, structuredContent: structured } = result as McpResult;
  if (kindOf(tool) !== "mcp" || !Array.isArray(content)) return JSON.stringify(result);
  // The model reads only the structured result, but a script in code mode gets both (observed).
  const json = structured === undefined || structured === null ? "" : JSON.stringify(structured);
  return [...new Set([json, textOfBlocks(content)])].filter(Boolean).join("\n");
}

interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
}
