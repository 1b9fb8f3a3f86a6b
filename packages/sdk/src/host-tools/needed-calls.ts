import type { CommandEvent } from "../command-hook/events.js";
import type { ToolKind } from "../hook/calls.js";
import { matchesFilter, type ToolFilter, type ToolPoint, unionOf } from "../hook/tool-filter.js";
import { type HookSummary, isGuard, pointsOf } from "./hook-summary.js";
import { type ToolMatchers, toolMatcher } from "./tool-matcher.js";
import { joinList } from "./words.js";

/**
 * Returns the tool calls for which a host must start a hook at an event, or `undefined` if it must start the hook for
 * all. A handler of the event itself, and not of its point, receives all calls.
 */
export function neededCalls(
  host: string,
  event: string,
  { point, kind }: CommandEvent,
  hook: HookSummary,
): ToolFilter | undefined {
  const receivesAll = hook.native?.[host]?.includes(event) || (kind !== undefined && hook.events?.includes(kind));
  if (point === undefined || receivesAll) return undefined;
  const points = pointsOf(hook).filter((one) => one === point || (point === "beforeTool" && one === "approveTool"));
  const filters = points.map((one) => hook.toolFilters?.[one as ToolPoint]);
  const known = filters.filter((filter) => filter !== undefined);
  return known.length > 0 && known.length === filters.length ? unionOf(known) : undefined;
}

/** A host, as far as its matchers are concerned. */
interface MatchingHost {
  readonly name: string;
  readonly title: string;
  readonly matchers?: ToolMatchers;
}

/** Returns the matcher of a hook's entry at an event, or `undefined` if the entry is for all tools. */
export function matcherAt(
  { name, matchers }: MatchingHost,
  event: string,
  rules: CommandEvent,
  hook: HookSummary,
): string | undefined {
  const needed = matchers?.events.includes(event) ? neededCalls(name, event, rules, hook) : undefined;
  return needed && matchers && toolMatcher(needed, matchers, isGuard(hook));
}

/** Describes what the filter of a hook means for its entries at these events, one sentence each. */
export function filterNotes(
  host: MatchingHost,
  events: readonly (readonly [event: string, rules: CommandEvent])[],
  hook: HookSummary,
  entry: string,
): string[] {
  const filtered = events.filter(([event, rules]) => neededCalls(host.name, event, rules, hook) !== undefined);
  const open = filtered.filter(([event, rules]) => matcherAt(host, event, rules, hook) === undefined);
  return [
    ...(open.length < filtered.length
      ? [
          `${host.title} only starts "${entry}" for the tools of its filter: run this again after a change of the filter, and after an update of the SDK.`,
        ]
      : []),
    ...(open.length > 0
      ? [
          `At ${joinList(open.map(([event]) => event))}, ${host.title} starts "${entry}" for every tool, because no matcher can express its filter: the hook ignores other calls.`,
        ]
      : []),
  ];
}

/**
 * Returns the tools of a host whose calls a filter selects, out of all tools that the SDK knows, the names in the
 * filter, and sample names.
 */
export function selectedTools(filter: ToolFilter, { kinds, mcpPrefix }: ToolMatchers): string[] {
  const kindOf = (name: string): ToolKind => {
    const isMcp = mcpPrefix !== undefined && name.startsWith(mcpPrefix);
    return kinds.get(name) ?? (isMcp ? "mcp" : "other");
  };
  const samples = ["some_other_tool", ...(mcpPrefix === undefined ? [] : [`${mcpPrefix}server__tool`])];
  const names = new Set([...kinds.keys(), ...(filter.names ?? []), ...samples]);
  return [...names].filter((tool) => matchesFilter(filter, { tool, kind: kindOf(tool) }));
}
