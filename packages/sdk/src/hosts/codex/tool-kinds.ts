import type { ToolKind } from "../../hook/calls.js";

/** Codex's own tools of 0.169.0, by the names that hooks are told. */
const NAMES: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["Bash"],
  read: ["view_image"],
  edit: ["apply_patch"],
};

export const TOOL_KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.map((name) => [name, kind as ToolKind] as const)),
);

/** Tools of MCP servers are called `mcp__SERVER__TOOL`. */
export function kindOf(tool: string): ToolKind {
  return tool.startsWith("mcp__") ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
