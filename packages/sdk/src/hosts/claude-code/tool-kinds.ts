import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

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
const MCP = "mcp__";

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return tool.startsWith(MCP) ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}

/** How Claude Code's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  mcpPrefix: MCP,
  events: ["PreToolUse", "PreSkillShellCommand", "PostToolUse", "PostToolUseFailure", "PermissionRequest"],
  list: { characters: /^[\w\-, |]+$/, separator: /[|,]/ },
};
