import { MCP_TOOL_FIELDS as claudeCode } from "../hosts/claude-code/mcp-tool-fields.js";
import { MCP_TOOL_FIELDS as codex } from "../hosts/codex/mcp-tool-fields.js";

export { HOOK_EVENT_TOOL } from "../hosts/mcp/hook-event-tool.js";

/** By host and event: the fields that a hook of type `mcp_tool` is given, where one can be asked. */
export const MCP_TOOL_FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "claude-code": claudeCode,
  codex,
};
