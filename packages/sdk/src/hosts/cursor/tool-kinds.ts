import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";

/** What the name of a tool of an MCP server starts with at `preToolUse` and `postToolUse`. */
export const MCP_PREFIX = "MCP:";

/** Cursor's tools, from its manual and public reports. `Delete` and `Task` are of the kind `other`. */
export const TOOL_KINDS = toolKinds({
  shell: ["Shell"],
  read: ["Read"],
  write: ["Write"],
  edit: ["StrReplace", "ApplyPatch"],
  search: ["Grep", "Glob"],
  fetch: ["WebFetch", "WebSearch"],
});

/** Returns whether a tool is one of an MCP server. */
export function isMcp(tool: string): boolean {
  return tool.startsWith(MCP_PREFIX);
}

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return isMcp(tool) ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
