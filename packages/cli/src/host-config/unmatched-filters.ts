import { HOST_TOOLS, type HookSummary, HostConfigError, whyUnmatched } from "@agent-hook/sdk/internal/installs";

/** Returns why guards, and filters inside a hook, can match no tool of a host, one sentence each. */
export function unmatchedFilters(
  host: string,
  title: string,
  { guardFilters = [], ownFilters = [] }: HookSummary,
): string[] {
  const { [host]: tools } = HOST_TOOLS;
  if (tools === undefined) return [];
  return [...guardFilters, ...ownFilters].flatMap((filter) => whyUnmatched(filter, title, tools) ?? []);
}

/** Throws `HostConfigError` if a guard does not start under a host, because its filter can match no tool there. */
export function assertFiltersMatch(host: string, title: string, { guardFilters = [] }: HookSummary): void {
  const { [host]: tools } = HOST_TOOLS;
  // Where the tools are those of MCP servers, the guard starts.
  if (tools?.tools === undefined) return;
  const { kinds } = tools;
  const why = guardFilters.map((filter) => whyUnmatched(filter, title, { kinds })).find((one) => one !== undefined);
  if (why !== undefined) throw new HostConfigError(`${why}. The hook does not start, and every call is denied`);
}
