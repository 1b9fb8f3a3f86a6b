import type { Point } from "../hook/calls.js";
import { membersOf } from "../hook/compose.js";
import type { Hook } from "../hook/define-hook.js";

/** Every point, in the order of a turn. */
const POINTS = ["beforeLlm", "afterLlm", "beforeTool", "approveTool", "afterTool"] as const satisfies readonly Point[];

/** Where a hook must be asked. Own tools are offered in `beforeLlm` and answered in `beforeTool`; a `block` hook approves. */
export function pointsOf(hook: Hook): (Point | "onEvent")[] {
  const members = membersOf(hook);
  const asked = POINTS.filter((point) =>
    members.some((member) => member[point] !== undefined || implied(member, point)),
  );
  return members.some((member) => member.onEvent !== undefined) ? [...asked, "onEvent"] : asked;
}

/** Where a hook is asked for its own tools alone. */
export function pointsForTools(hook: Hook): Point[] {
  const members = membersOf(hook);
  return (["beforeLlm", "beforeTool"] as const).filter(
    (point) =>
      members.some(({ tools = [] }) => tools.length > 0) && members.every((member) => member[point] === undefined),
  );
}

function implied(member: Hook, point: Point): boolean {
  if (point === "approveTool") return member.onFailure === "block";
  return (point === "beforeLlm" || point === "beforeTool") && (member.tools ?? []).length > 0;
}
