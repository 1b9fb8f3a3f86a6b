import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/**
 * Droid's built-in tools of 0.215.0. ApplyPatch, FetchUrl, WebSearch and Script are known only from the source code in
 * the program. The tools that are not listed start sub-agents, keep lists, ask the user or load other tools.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["Execute", "Script"],
  read: ["Read", "LS"],
  write: ["Create"],
  edit: ["Edit", "ApplyPatch"],
  search: ["Grep", "Glob"],
  fetch: ["FetchUrl", "WebSearch"],
});

/** Tools of MCP servers are named `SERVER___TOOL`. */
const MCP = /[^_]___[^_]/;

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? (MCP.test(tool) ? "mcp" : "other");
}

/** How Droid's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  events: ["PreToolUse", "PostToolUse"],
};
