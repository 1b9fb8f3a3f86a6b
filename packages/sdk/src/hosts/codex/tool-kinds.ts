import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/** Codex's built-in tools of 0.169.0, under the names that hooks receive. */
export const TOOL_KINDS = toolKinds({
  shell: ["Bash"],
  read: ["view_image"],
  edit: ["apply_patch"],
});

/** Tools of MCP servers are named `mcp__SERVER__TOOL`. */
const MCP = "mcp__";

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return tool.startsWith(MCP) ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}

/** How Codex's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  mcpPrefix: MCP,
  events: ["PreToolUse", "PostToolUse", "PermissionRequest"],
  syntax: "rust",
  list: { characters: /^\w+(\|\w+)*$/, separator: /\|/ },
};
