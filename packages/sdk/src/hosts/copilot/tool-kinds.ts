import { toolKinds } from "../../command-hook/tool-kinds.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * Copilot CLI's built-in tools, of 1.0.102 (run, some read). A tool of an MCP server is named `SERVER-TOOL`, which can be
 * any name, and so is `other`, as are those that start sub-agents, look at a running command, or ask the user.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["bash", "powershell", "write_bash", "write_powershell"],
  read: ["view"],
  write: ["create"],
  edit: ["edit", "apply_patch", "str_replace_editor"],
  search: ["grep", "rg", "glob"],
  fetch: ["web_fetch", "web_search"],
});

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? "other";
}
