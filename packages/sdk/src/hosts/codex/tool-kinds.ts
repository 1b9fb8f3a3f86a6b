import { toolKinds } from "../../command-hook/tool-kinds.js";
import type { ToolKind } from "../../hook/calls.js";

/** Codex's own tools of 0.169.0, by the names that hooks are told. */
export const TOOL_KINDS = toolKinds({
  shell: ["Bash"],
  read: ["view_image"],
  edit: ["apply_patch"],
});

/** Tools of MCP servers are called `mcp__SERVER__TOOL`. */
export function kindOf(tool: string): ToolKind {
  return tool.startsWith("mcp__") ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
