import { HOST_TOOLS, type HookSummary, HostConfigError, whyUnmatched } from "@agent-hook/sdk/internal/installs";

/** Returns a sentence for each filter, of a guard or inside a hook, that can match no tool of a host. */
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
  // A host without tools of its own has those of MCP servers, which are not known at the start.
  if (tools?.tools === undefined) return;
  const { kinds } = tools;
  const why = guardFilters.map((filter) => whyUnmatched(filter, title, { kinds })).find((one) => one !== undefined);
  if (why !== undefined) throw new HostConfigError(`${why}. The hook does not start, and every call is denied`);
}
