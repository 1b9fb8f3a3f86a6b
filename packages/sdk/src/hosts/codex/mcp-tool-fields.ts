import type { EventName } from "./events.js";

const CALL = [
  ...["session_id", "turn_id", "transcript_path", "cwd", "hook_event_name", "model", "permission_mode"],
  ...["tool_name", "tool_input", "tool_use_id"],
];

/**
 * The fields that an entry of type `mcp_tool` passes on at tool events. If an event lacks one of them, the hook fails
 * and the tool runs (observed), so fields that only a sub-agent has are left out.
 */
export const MCP_TOOL_FIELDS: { readonly [Event in EventName]?: readonly string[] } = {
  PreToolUse: CALL,
  PostToolUse: [...CALL, "tool_response"],
};
