import type { CommandEvent } from "../command-hook/events.js";
import type { Point } from "../hook/calls.js";
import type { ToolFilters } from "../hook/tool-filter.js";

/** The required facts about a hook, from its manifest or from command-line flags. */
export interface HookSummary {
  readonly name: string;
  /** The points at which it must be called. */
  readonly points: readonly (Point | "onEvent")[];
  /** The points that it handles only for its own tools: a host that accepts no tools need not call it there. */
  readonly forTools?: readonly Point[];
  /** The tool calls that the hook needs, by point. A point is absent if the hook needs all calls there. */
  readonly toolFilters?: ToolFilters;
  /** The kinds of events that it names. Missing if `onEvent` receives every event. */
  readonly events?: readonly string[];
  readonly tools: readonly { readonly name: string }[];
  readonly onFailure: "continue" | "block";
  /** The hosts that can run it. Defaults to PicoClaw only. */
  readonly hosts?: readonly string[];
  /** In milliseconds. Absent for a hook without a manifest, which does not support `--host` either. */
  readonly deadlines?: { readonly interceptMs: number; readonly approveMs: number; readonly oneCallMs?: number };
  /** The host events that it handles in addition to its points, by host. */
  readonly native?: Readonly<Record<string, readonly string[]>>;
}

/** Returns whether tools must not run without the hook. */
export function isGuard({ onFailure, points }: HookSummary): boolean {
  return onFailure === "block" || points.includes("approveTool");
}

/** Returns the points at which a host must call the hook if it accepts no tools from it. */
export function pointsOf({ points, forTools = [] }: HookSummary): HookSummary["points"] {
  return points.filter((point) => !(forTools as typeof points).includes(point));
}

/** Returns whether its tools are available through an MCP server. */
export function servesMcp({ hosts = [] }: HookSummary): boolean {
  return hosts.includes("mcp");
}

/** The message for a hook that does not serve MCP. */
export const NO_MCP =
  "This hook was built with an SDK that does not serve MCP: build it with a newer SDK, and run this again.";

/**
 * Returns the events of a host that a hook handles, in the order of the host's table. Leaves out all others, since each
 * event costs a process. Includes events in `optIn` only if the hook names them or their kind.
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
    // A function receives prompts as well as the events without a point.
    const isEvent = point === undefined || point === "onPrompt";
    if (isEvent && observesAll && !optIn.includes(event)) return [event];
    if (point === undefined) return [];
    return points.includes(point) || (point === "beforeTool" && points.includes("approveTool")) ? [event] : [];
  });
}
