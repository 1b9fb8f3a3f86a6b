import { MCP_TOOL_FIELDS as claudeCode } from "../hosts/claude-code/mcp-tool-fields.js";
import { MCP_TOOL_FIELDS as codex } from "../hosts/codex/mcp-tool-fields.js";

export { HOOK_EVENT_TOOL } from "../hosts/mcp/hook-event-tool.js";

/** The fields that a hook of type `mcp_tool` receives, by host and event. Other events cannot use this type. */
export const MCP_TOOL_FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "claude-code": claudeCode,
  codex,
};
