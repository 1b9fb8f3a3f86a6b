import { hostTools, toolKinds } from "../../command-hook/decode.js";
import type { ToolKind } from "../../hook/calls.js";

/**
 * Cline's built-in tools of 3.0.65. `apply_patch`, which replaces `editor` for some models, is known only from the
 * source code. The tools that are not listed start sub-agents, ask the user, read skills or manage a team.
 */
export const TOOL_KINDS = toolKinds({
  shell: ["run_commands"],
  read: ["read_files"],
  edit: ["editor", "apply_patch"],
  search: ["search_codebase"],
  fetch: ["fetch_web_content"],
});

/** Tools of MCP servers are named `SERVER__TOOL`. */
const MCP = /[^_]__[^_]/;

export const HOST_TOOLS = hostTools(TOOL_KINDS, "mcp");

export function kindOf(tool: string): ToolKind {
  return TOOL_KINDS.get(tool) ?? (MCP.test(tool) ? "mcp" : "other");
}
