import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/**
 * Kimi Code's built-in tools of 2.1.0. ReadMediaFile, FetchURL and WebSearch are known only from the source code in the
 * program. The tools that are not listed start sub-agents, keep lists or plans, watch tasks or ask the user.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["Bash"],
  read: ["Read", "ReadMediaFile"],
  write: ["Write"],
  edit: ["Edit"],
  search: ["Grep", "Glob"],
  fetch: ["FetchURL", "WebSearch"],
});

/** Tools of MCP servers are named `mcp__SERVER__TOOL`. */
const MCP = "mcp__";

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return tool.startsWith(MCP) ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}

/** How Kimi Code's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  mcpPrefix: MCP,
  events: ["PreToolUse", "PostToolUse", "PostToolUseFailure"],
  noWildcards: ["*"],
};
