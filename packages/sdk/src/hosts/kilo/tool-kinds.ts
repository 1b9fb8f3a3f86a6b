import { hostTools, toolKinds } from "../../command-hook/decode.js";
import { matchersOf } from "../../families/opencode/matchers.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * Kilo's built-in tools of 7.7.7, some from its source code. The tools that are not listed start sub-agents, keep lists,
 * plans, memories or schedules, load skills, clone repositories, run the cells of notebooks, or report a call that is
 * not valid. MCP tools are named `SERVER_TOOL`. Any tool could have such a name, so their kind is `other`.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["bash", "background_process"],
  read: ["read", "notebook_read"],
  write: ["write"],
  edit: ["edit", "apply_patch", "notebook_edit"],
  search: ["glob", "grep", "lsp", "semantic_search"],
  fetch: ["webfetch", "websearch"],
});

export const HOST_TOOLS = hostTools(TOOL_KINDS);

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}

export const MATCHERS = matchersOf(TOOL_KINDS);
