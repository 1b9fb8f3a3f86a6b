import type { EventName } from "./events.js";

const CALL = [
  ...["session_id", "transcript_path", "cwd", "prompt_id", "permission_mode", "agent_id", "agent_type", "effort"],
  ...["hook_event_name", "tool_name", "tool_input", "tool_use_id", "mcp_server"],
];

/** What an entry of type `mcp_tool` hands on at the events of a tool: a field that an event has not comes as an empty text. */
export const MCP_TOOL_FIELDS: { readonly [Event in EventName]?: readonly string[] } = {
  PreToolUse: CALL,
  PostToolUse: [...CALL, "tool_response", "duration_ms"],
  PostToolUseFailure: [...CALL, "error", "is_interrupt", "duration_ms"],
};
