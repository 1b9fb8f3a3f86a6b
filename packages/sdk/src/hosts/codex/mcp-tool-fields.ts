import type { EventName } from "./events.js";

const CALL = [
  ...["session_id", "turn_id", "transcript_path", "cwd", "hook_event_name", "model", "permission_mode"],
  ...["tool_name", "tool_input", "tool_use_id"],
];

/**
 * What an entry of type `mcp_tool` hands on at the events of a tool. A field that an event has not fails the hook, and the
 * tool runs (run): those that a sub-agent alone has are left out.
 */
export const MCP_TOOL_FIELDS: { readonly [Event in EventName]?: readonly string[] } = {
  PreToolUse: CALL,
  PostToolUse: [...CALL, "tool_response"],
};
