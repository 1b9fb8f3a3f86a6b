import type { ToolFilter } from "@agent-hook/sdk";
import { type PreparedHook, TOOL_POINTS } from "@agent-hook/sdk/internal/adapter";

/**
 * Throws if the filter of a member that can block matches no tool of a framework. `tools`: the names of the agent's
 * tools, if they are known. A name counts as a mistake only if a tool has the same letters: an agent may lack the tool.
 */
export function checkFilters({ members }: PreparedHook, host: string, tools: readonly string[] = []): void {
  for (const { hook, policy, filters } of members) {
    if (policy !== "block" && hook.approveTool === undefined) continue;
    for (const point of TOOL_POINTS) {
      const problem = filters[point] && problemOf(filters[point], host, tools);
      if (problem !== undefined) throw new TypeError(`hook "${hook.name}": the filter of ${point} ${problem}`);
    }
  }
}

function problemOf({ kinds = [], names = [] }: ToolFilter, host: string, tools: readonly string[]): string | undefined {
  // An adapter marks no tool as one of an MCP server or of the hook.
  const possible = kinds.filter((kind) => kind !== "mcp" && kind !== "plugin");
  if (possible.length > 0) return undefined;
  if (names.length === 0) return `matches no tool: tools of ${host} have no kind ${kinds.join(" or ")}. Use \`names\``;
  const meant = tools.filter((tool) => names.some((name) => lettersOf(name) === lettersOf(tool)));
  if (meant.length === 0 || names.some((name) => tools.includes(name))) return undefined;
  return `has the names ${names.join(", ")}, but the agent's tools are called ${meant.join(", ")}. Names are exact`;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
