import { toolKinds } from "../../command-hook/tool-kinds.js";
import type { ToolKind } from "../../hook/calls.js";

/** Codex's built-in tools of 0.169.0, under the names that hooks receive. */
export const TOOL_KINDS = toolKinds({
  shell: ["Bash"],
  read: ["view_image"],
  edit: ["apply_patch"],
});

/** Tools of MCP servers are named `mcp__SERVER__TOOL`. */
export function kindOf(tool: string): ToolKind {
  return tool.startsWith("mcp__") ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
