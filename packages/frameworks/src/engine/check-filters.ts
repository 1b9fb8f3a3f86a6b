import { type HostTools, type PreparedHook, whyGuardUnmatched } from "@agent-hook/sdk/internal/adapter";

/** An adapter marks no tool as one of an MCP server or of the hook. */
const KINDS: HostTools["kinds"] = new Set(["shell", "read", "write", "edit", "search", "fetch", "other"]);

/**
 * Throws if the filter of a member that can block matches no tool of a framework. `names`: the names of the agent's
 * tools, if they are known.
 */
export function checkFilters({ members }: PreparedHook, host: string, names: readonly string[] = []): void {
  const problem = whyGuardUnmatched(members, host, { kinds: KINDS, names });
  if (problem !== undefined) throw new TypeError(problem);
}
