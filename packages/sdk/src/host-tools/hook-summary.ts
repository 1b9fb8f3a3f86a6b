import type { CommandEvent } from "../command-hook/events.js";
import type { Point } from "../hook/calls.js";
import type { OwnFilter } from "../hook/own-filters.js";
import type { ToolFilters } from "../hook/tool-filter.js";
import type { GuardFilter } from "../hook/unmatched-filter.js";
import { isBefore } from "../text/index.js";

/**
 * What a host's config must know about a hook. It comes from the hook's manifest, which the SDK prints for
 * `--describe`, or from command-line flags for a hook that does not use the SDK.
 */
export interface HookSummary {
  readonly name: string;
  /** The points at which a host must call the hook. */
  readonly points: readonly (Point | "onEvent")[];
  /** The points that the hook handles only for its own tools. A host that accepts no tools can leave them out. */
  readonly forTools?: readonly Point[];
  /** The tool calls that the hook needs, by point. A point is absent if the hook needs all calls at this point. */
  readonly toolFilters?: ToolFilters;
  /** The filters of members that can block. */
  readonly guardFilters?: readonly GuardFilter[];
  /** The filters that members apply themselves. */
  readonly ownFilters?: readonly (OwnFilter & { readonly hook: string })[];
  /** The kinds of events that `onEvent` names. Absent if `onEvent` is a function, which receives every event. */
  readonly events?: readonly string[];
  readonly tools: readonly { readonly name: string }[];
  /** The tools of others that the hook may answer for. */
  readonly respondsTo?: readonly string[];
  readonly onFailure: "continue" | "block";
  /** The hosts that can run the hook. Default: only PicoClaw. */
  readonly hosts?: readonly string[];
  /** In milliseconds. Absent for a hook without a manifest: such a hook does not accept the flag `--host` either. */
  readonly deadlines?: { readonly interceptMs: number; readonly approveMs: number; readonly oneCallMs?: number };
  /** The hosts' own events that the hook handles with `native` handlers, by host. */
  readonly native?: Readonly<Record<string, readonly string[]>>;
}

/** Returns whether tools must not run without the hook. */
export function isGuard({ onFailure, points }: HookSummary): boolean {
  return onFailure === "block" || points.includes("approveTool");
}

/** Returns the points at which a host that accepts no tools from hooks must call this hook. */
export function pointsOf({ points, forTools = [] }: HookSummary): HookSummary["points"] {
  return points.filter((point) => !(forTools as typeof points).includes(point));
}

/** Returns whether the hook can run as an MCP server, which makes its tools available. */
export function servesMcp({ hosts = [] }: HookSummary): boolean {
  return hosts.includes("mcp");
}

/** The message for a hook that does not serve MCP. */
export const NO_MCP =
  "This hook was built with an SDK that does not serve MCP: build it with a newer SDK, and run this again.";

/** Returns whether a version of a host has an event. `version`: missing if it is not known. */
export function hasEvent({ since }: CommandEvent, version: string | undefined): boolean {
  return since === undefined || (version !== undefined && !isBefore(version, since));
}

/**
 * Returns the events of a host that a hook handles, in the order of the host's table. All other events are left out,
 * because the host would start a process for each. An event in `optIn` is included only if the hook names the event or
 * its kind.
 */
export function handledEvents(
  host: string,
  events: Readonly<Record<string, CommandEvent>>,
  hook: HookSummary,
  optIn: readonly string[],
): string[] {
  const points = pointsOf(hook);
  const named = hook.native?.[host] ?? [];
  const observesAll = points.includes("onEvent") && hook.events === undefined;
  return Object.entries(events).flatMap(([event, { point, kind }]) => {
    if (named.includes(event) || (kind !== undefined && hook.events?.includes(kind))) return [event];
    // If `onEvent` is a function, it receives each event without a point, and each prompt.
    const isEvent = point === undefined || point === "onPrompt";
    if (isEvent && observesAll && !optIn.includes(event)) return [event];
    if (point === undefined) return [];
    return points.includes(point) || (point === "beforeTool" && points.includes("approveTool")) ? [event] : [];
  });
}
