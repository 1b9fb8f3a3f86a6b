import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/**
 * Qwen Code's built-in tools of 0.24.4. The tools that are not listed start sub-agents, keep lists or plans, or handle
 * media. If the model calls a deferred tool through `tool_call`, hooks receive that tool's own name (observed).
 */
export const TOOL_KINDS = toolKinds({
  shell: ["run_shell_command", "monitor"],
  read: ["read_file", "list_directory", "zoom_image", "display_image"],
  write: ["write_file"],
  edit: ["edit", "notebook_edit"],
  search: ["grep_search", "glob", "lsp", "tool_search"],
  fetch: ["web_fetch", "web_search"],
});

/** Tools of MCP servers are named `mcp__SERVER__TOOL`. */
const MCP = "mcp__";

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return tool.startsWith(MCP) ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}

/** How Qwen Code's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  mcpPrefix: MCP,
  events: ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"],
  isTrimmed: true,
};
