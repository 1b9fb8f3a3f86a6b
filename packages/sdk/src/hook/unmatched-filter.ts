import type { ToolKind } from "./calls.js";
import type { FailurePolicy, Hook } from "./define-hook.js";
import { TOOL_POINTS, type ToolFilter, type ToolFilters, type ToolPoint } from "./tool-filter.js";

/** What is known about the tools of a host. */
export interface HostTools {
  /**
   * The kinds that the host's adapter can give a call. It knows tools by their names, and any other tool is `other`: so this
   * is certain whatever tools a later version of the host adds.
   */
  readonly kinds: ReadonlySet<ToolKind>;
  /** The names of its tools, as far as they are known. */
  readonly names?: readonly string[];
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

/** Returns why a filter can match no tool of a host, or `undefined`. `host`: its name for people. */
export function whyUnmatched(filter: GuardFilter, host: string, { kinds, names = [] }: HostTools): string | undefined {
  const { hook, point, kinds: wanted = [], names: wantedNames = [] } = filter;
  const is = `hook "${hook}": the filter of ${point}`;
  if (wanted.some((kind) => kinds.has(kind))) return undefined;
  if (wantedNames.length === 0) {
    return `${is} matches no tool: tools of ${host} have no kind ${wanted.join(" or ")}. Use \`names\``;
  }
  // A name counts as a mistake only if a tool has the same letters: the host may lack the tool.
  const meant = names.filter((tool) => wantedNames.some((name) => lettersOf(name) === lettersOf(tool)));
  if (meant.length === 0 || wantedNames.some((name) => names.includes(name))) return undefined;
  return `${is} has the names ${wantedNames.join(", ")}, but the tools of ${host} are called ${meant.join(", ")}. Names are exact`;
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

/** Returns what two spellings of a name, such as `Read` and `read`, have in common. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
