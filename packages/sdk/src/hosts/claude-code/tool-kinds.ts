import { toolKinds } from "../../command-hook/tool-kinds.js";
import type { ToolKind } from "../../hook/calls.js";

/** Claude Code's built-in tools of v2.1.330, and former names of some. */
export const TOOL_KINDS = toolKinds({
  shell: ["Bash", "PowerShell", "Monitor"],
  read: ["Read", "NotebookRead", "LS"],
  write: ["Write"],
  edit: ["Edit", "MultiEdit", "NotebookEdit"],
  search: ["Grep", "Glob", "LSP", "ToolSearch"],
  fetch: ["WebFetch", "WebSearch"],
});

/** Tools of MCP servers are named `mcp__SERVER__TOOL`. */
export function kindOf(tool: string): ToolKind {
  return tool.startsWith("mcp__") ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
