import type { ToolKind } from "../../hook/calls.js";

/** Claude Code's own tools of v2.1.330, and the names that some of them had. */
const NAMES: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ["Bash", "PowerShell", "Monitor"],
  read: ["Read", "NotebookRead", "LS"],
  write: ["Write"],
  edit: ["Edit", "MultiEdit", "NotebookEdit"],
  search: ["Grep", "Glob", "LSP", "ToolSearch"],
  fetch: ["WebFetch", "WebSearch"],
};

export const TOOL_KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.map((name) => [name, kind as ToolKind] as const)),
);

/** Tools of MCP servers are called `mcp__SERVER__TOOL`. */
export function kindOf(tool: string): ToolKind {
  return tool.startsWith("mcp__") ? "mcp" : (TOOL_KINDS.get(tool) ?? "other");
}
