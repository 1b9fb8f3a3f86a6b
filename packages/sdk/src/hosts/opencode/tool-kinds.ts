import { hostTools, toolKinds } from "../../command-hook/decode.js";
import { matchersOf } from "../../families/opencode/matchers.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * opencode's built-in tools of 1.18.33, some from its source code. The tools that are not listed start sub-agents, keep
 * lists or plans, load skills, or report a call that is not valid. MCP tools are named `SERVER_TOOL`. Any tool could
 * have such a name, so their kind is `other`.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["bash"],
  read: ["read"],
  write: ["write"],
  edit: ["edit", "patch", "apply_patch"],
  search: ["glob", "grep", "lsp"],
  fetch: ["webfetch", "websearch"],
});

export const HOST_TOOLS = hostTools(TOOL_KINDS);

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}

export const MATCHERS = matchersOf(TOOL_KINDS);
