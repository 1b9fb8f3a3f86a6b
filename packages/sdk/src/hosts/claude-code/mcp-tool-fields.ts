import type { EventName } from "./events.js";

const CALL = [
  ...["session_id", "transcript_path", "cwd", "prompt_id", "permission_mode", "agent_id", "agent_type", "effort"],
  ...["hook_event_name", "tool_name", "tool_input", "tool_use_id", "mcp_server"],
];

/** The fields that an `mcp_tool` entry passes on at tool events. A field that an event lacks arrives as `""`. */
export const MCP_TOOL_FIELDS: { readonly [Event in EventName]?: readonly string[] } = {
  PreToolUse: CALL,
  PostToolUse: [...CALL, "tool_response", "duration_ms"],
  PostToolUseFailure: [...CALL, "error", "is_interrupt", "duration_ms"],
};
