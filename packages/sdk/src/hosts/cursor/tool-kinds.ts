import { toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";

/** What the name of a tool of an MCP server starts with at `preToolUse` and `postToolUse`. */
export const MCP_PREFIX = "MCP:";

/** Cursor's tools that its manual names, and those that others saw. `Delete` and `Task` are of the kind `other`. */
export const TOOL_KINDS = toolKinds({
  shell: ["Shell"],
  read: ["Read"],
  write: ["Write"],
  edit: ["StrReplace", "ApplyPatch"],
  search: ["Grep"],
});

export function kindOf(tool: string): ToolKind {
  return tool.startsWith(MCP_PREFIX) ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
