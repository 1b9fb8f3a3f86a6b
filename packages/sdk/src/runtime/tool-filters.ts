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

/** Returns whether a member decides on a call: it has a handler for the point, and the handler's filter matches. */
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
 * hook needs all calls at this point. Calls of the hook's own tools are always needed.
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
 * A host must ask a `block` hook to approve all calls that any handler of the hook receives. Otherwise, the tool would
 * run if the hook is dead, and `beforeTool` could not decide again on a call that another hook changed.
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
