import type { Calls, Point, ToolCall } from "../hook/calls.js";
import type { Hook } from "../hook/define-hook.js";
import {
  handlerFilter,
  matchesFilter,
  TOOL_POINTS,
  type ToolFilter,
  type ToolFilters,
  type ToolPoint,
  unionOf,
} from "../hook/tool-filter.js";

/**
 * Returns a copy of the filters of a hook's handlers, so that nothing can change the filter of a guard while it runs.
 */
export function filtersOf(hook: Hook): ToolFilters {
  const filters: { [P in ToolPoint]?: ToolFilter } = {};
  for (const point of TOOL_POINTS) {
    const filter = hook[point] && (handlerFilter(hook[point]) ?? hook.toolFilter);
    if (filter !== undefined) filters[point] = copyOf(filter);
  }
  return filters;
}

/** Whether a member decides on a call at a point: it has a handler there, whose filter matches. */
export function receives(
  { hook, filters }: { readonly hook: Hook; readonly filters: ToolFilters },
  point: Point,
  call: Calls[Point],
): boolean {
  if (hook[point] === undefined) return false;
  const filter = filters[point as ToolPoint];
  return filter === undefined || matchesFilter(filter, call as ToolCall);
}

/**
 * Returns the calls for which a host must call a hook, by point: the union over its members. A point is absent if the
 * hook needs all calls there. Calls of its own tools are needed in any case.
 */
export function neededCalls(members: readonly Hook[]): ToolFilters {
  const needed: { [P in ToolPoint]?: ToolFilter } = {};
  for (const point of TOOL_POINTS) {
    const filters = members.flatMap((member) => filtersAt(member, point));
    const known = filters.filter((filter) => filter !== "all calls");
    if (known.length > 0 && known.length === filters.length) needed[point] = unionOf(known);
  }
  return needed;
}

/**
 * A `block` hook is asked for approval of all calls that any of its handlers receives: a tool must not run if the hook
 * is dead, and its `beforeTool` decides again on a call that changed.
 */
function filtersAt(member: Hook, point: ToolPoint): readonly (ToolFilter | "all calls")[] {
  const approves = point === "approveTool" && member.onFailure === "block";
  const handled = TOOL_POINTS.filter((one) => member[one] !== undefined && (approves || one === point));
  if (approves && handled.length === 0) return ["all calls"];
  const filters = filtersOf(member);
  return handled.map((one) => filters[one] ?? "all calls");
}

function copyOf({ kinds, names }: ToolFilter): ToolFilter {
  return {
    ...(kinds === undefined ? {} : { kinds: Object.freeze([...kinds]) }),
    ...(names === undefined ? {} : { names: Object.freeze([...names]) }),
  };
}
