import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/**
 * Gemini CLI's built-in tools of 0.61.0. The tools that are not listed start sub-agents, keep lists or plans, or look
 * at running processes.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["run_shell_command"],
  read: ["read_file", "read_many_files", "list_directory", "read_background_output"],
  write: ["write_file"],
  edit: ["replace"],
  search: ["grep_search", "search_file_content", "glob"],
  fetch: ["web_fetch", "google_web_search"],
});

/**
 * Tools of MCP servers are named `mcp_SERVER_TOOL` (observed on 0.61.0). The payload also marks such a tool, whatever
 * its name is.
 */
const MCP = "mcp_";

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? (tool.startsWith(MCP) ? "mcp" : "other");
}

/** How Gemini CLI's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  mcpPrefix: MCP,
  mcpAnyName: true,
  events: ["BeforeTool", "AfterTool"],
  isTrimmed: true,
};
