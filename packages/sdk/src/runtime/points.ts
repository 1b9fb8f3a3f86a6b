import type { Point } from "../hook/calls.js";
import { membersOf } from "../hook/compose.js";
import type { Hook } from "../hook/define-hook.js";
import { namedKinds } from "./event-handlers.js";

/** All points, in the order of a turn. */
const POINTS = [
  "onPrompt",
  "beforeLlm",
  "afterLlm",
  "beforeTool",
  "approveTool",
  "afterTool",
] as const satisfies readonly Point[];

/**
 * Returns the points where a hook must be called. A hook with its own tools needs `beforeLlm`, which offers them, and
 * `beforeTool`, which runs them. A `block` hook needs `approveTool`.
 */
export function pointsOf(hook: Hook): (Point | "onEvent")[] {
  const members = membersOf(hook);
  const points = POINTS.filter((point) =>
    members.some((member) => member[point] !== undefined || isImplied(member, point)),
  );
  return members.some(observes) ? [...points, "onEvent"] : points;
}

/** Returns the points where a hook is called only for its own tools. */
export function pointsForTools(hook: Hook): Point[] {
  const members = membersOf(hook);
  return (["beforeLlm", "beforeTool"] as const).filter(
    (point) =>
      members.some(({ tools = [] }) => tools.length > 0) && members.every((member) => member[point] === undefined),
  );
}

function observes(member: Hook): boolean {
  return typeof member.onEvent === "function" || namedKinds(member).length > 0;
}

function isImplied(member: Hook, point: Point): boolean {
  if (point === "approveTool") return member.onFailure === "block";
  return (point === "beforeLlm" || point === "beforeTool") && (member.tools ?? []).length > 0;
}
