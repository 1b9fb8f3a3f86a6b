import { toolKinds } from "../../command-hook/tool-kinds.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * Gemini CLI's built-in tools of 0.61.0. The tools that are not listed start sub-agents, keep lists or plans, or look
 * at running processes. A tool of an MCP server is named `mcp_SERVER_TOOL`.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["run_shell_command"],
  read: ["read_file", "read_many_files", "list_directory", "read_background_output"],
  write: ["write_file"],
  edit: ["replace"],
  search: ["grep_search", "search_file_content", "glob"],
  fetch: ["web_fetch", "google_web_search"],
});

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? (tool.startsWith("mcp_") ? "mcp" : "other");
}
