import type { ToolKind } from "./calls.js";
import type { FailurePolicy, Hook } from "./define-hook.js";
import type { OwnFilter } from "./own-filters.js";
import { TOOL_POINTS, type ToolFilter, type ToolFilters, type ToolPoint } from "./tool-filter.js";

/** What is known about the tools of a host. */
export interface HostTools {
  /**
   * The kinds that the host's adapter can give a call. An unknown tool has the kind `other`, so these are also all kinds of
   * later versions.
   */
  readonly kinds: ReadonlySet<ToolKind>;
  /** Its tools, as far as they are known, each with its kind if that does not depend on the call. */
  readonly tools?: ReadonlyMap<string, ToolKind | undefined>;
  /** Whether it has no other tools. */
  readonly isComplete?: boolean;
  /** What to use instead of kinds. Default: names. */
  readonly remedy?: string;
}

interface FilteredMember {
  readonly hook: Hook;
  readonly policy: FailurePolicy;
  readonly filters: ToolFilters;
}

/** The filter of a handler of a member that can block. */
export interface GuardFilter extends ToolFilter {
  readonly hook: string;
  readonly point: ToolPoint;
}

/** Returns the filters of the members that can block. */
export function guardFilters(members: readonly FilteredMember[]): GuardFilter[] {
  return members.flatMap(({ hook, policy, filters }) => {
    if (policy !== "block" && hook.approveTool === undefined) return [];
    return TOOL_POINTS.flatMap((point) => {
      const filter = filters[point];
      return filter === undefined ? [] : [{ hook: hook.name, point, ...filter }];
    });
  });
}

/**
 * Returns what is wrong with a filter under a host, or `undefined`: it misspells a tool, or can match none. `host` is the
 * name for people.
 */
export function whyUnmatched(
  filter: GuardFilter | (OwnFilter & { readonly hook: string }),
  host: string,
  known: HostTools,
): string | undefined {
  const { hook, kinds: wanted = [], names = [] } = filter;
  const { kinds, tools = new Map(), isComplete = false, remedy = "`names`" } = known;
  const is = `hook "${hook}": the filter of ${"option" in filter ? filter.option : filter.point}`;
  const misspelt = misspeltNames(filter, tools);
  if (misspelt.length > 0) {
    const [wrongNames, hostNames] = [misspelt.map(({ name }) => name), misspelt.flatMap(({ meant }) => meant)];
    return `${is} has the names ${wrongNames.join(", ")}, but the tools of ${host} are called ${hostNames.join(", ")}. Names are exact`;
  }
  if (wanted.some((kind) => kinds.has(kind))) return undefined;
  if (names.length === 0) {
    return `${is} matches no tool: tools of ${host} have no kind ${wanted.join(" or ")}. Use ${"option" in filter ? "their names" : remedy}`;
  }
  if (!isComplete || names.some((name) => tools.has(name))) return undefined;
  return `${is} matches no tool: the tools of ${host} are called ${[...tools.keys()].join(", ")}`;
}

/**
 * Returns the names that misspell a host's tools. A tool that the filter matches anyway does not count: a hook for several
 * hosts names `Bash` and `bash`. A name without such a tool can be right: the host may lack the tool.
 */
function misspeltNames({ kinds = [], names = [] }: ToolFilter, tools: ReadonlyMap<string, ToolKind | undefined>) {
  const missed = [...tools].flatMap(([tool, kind]) =>
    names.includes(tool) || (kind !== undefined && kinds.includes(kind)) ? [] : [tool],
  );
  return names
    .filter((name) => !tools.has(name))
    .map((name) => ({ name, meant: missed.filter((tool) => lettersOf(name) === lettersOf(tool)) }))
    .filter(({ meant }) => meant.length > 0);
}

/** Returns why the filter of a guard can match no tool of a host, or `undefined`. */
export function whyGuardUnmatched(
  members: readonly FilteredMember[],
  host: string,
  tools: HostTools,
): string | undefined {
  return guardFilters(members)
    .map((filter) => whyUnmatched(filter, host, tools))
    .find((problem) => problem !== undefined);
}

/** Returns the letters and digits of a name in lower case, so that `Read` and `read` are equal. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
