import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";
import type { ToolMatchers } from "../../host-tools/tool-matcher.js";

/**
 * Copilot CLI's built-in tools of 1.0.102 (observed, some from the source code). MCP tools are named `SERVER-TOOL`. Any
 * tool could have such a name, so their kind is `other`. So is the kind of tools that start sub-agents, look at a
 * running command, or ask the user.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["bash", "powershell", "write_bash", "write_powershell"],
  read: ["view"],
  write: ["create"],
  edit: ["edit", "apply_patch", "str_replace_editor"],
  search: ["grep", "rg", "glob"],
  fetch: ["web_fetch", "web_search"],
});

export const HOST_TOOLS = hostTools(TOOL_KINDS);

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}

/** How Copilot CLI's config selects tools. */
export const MATCHERS: ToolMatchers = {
  kinds: TOOL_KINDS,
  events: ["preToolUse", "postToolUse", "postToolUseFailure", "permissionRequest"],
  isWhole: true,
  noWildcards: ["", "*"],
};
