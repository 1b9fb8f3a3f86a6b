import type { ToolOutcome } from "../hook/calls.js";
import type { Observation } from "../runtime/observation.js";

/** Calls at other points are rare, and most hold a conversation or a prompt, which is large. */
const TOOL_POINTS: ReadonlySet<string> = new Set(["beforeTool", "approveTool", "afterTool"]);
/** Actions by which a call goes on. */
const CONTINUING: ReadonlySet<string> = new Set(["approve", "addContext", "modify", "respond"]);

/** Whether a decision must be recorded right after its answer. Denials and failures matter most after a crash. */
export function isUrgent({ point, failure, outcome }: Observation): boolean {
  if (failure !== undefined || !TOOL_POINTS.has(point)) return true;
  return outcome !== undefined && !CONTINUING.has(outcome.action);
}

/** How much a waiting call may hold: values, and characters of texts. */
const MAX_VALUES = 100;
const MAX_CHARACTERS = 4096;

/** Whether a call holds much memory until it is recorded. */
export function isLarge({ outcome, call }: Observation): boolean {
  try {
    const room = { values: MAX_VALUES, characters: MAX_CHARACTERS };
    const { arguments: args, result } = call as Partial<ToolOutcome>;
    return !(fits(args, room) && fits(result, room) && fits(outcome, room));
  } catch {
    // For example, a getter of a decision that throws.
    return true;
  }
}

interface Room {
  values: number;
  characters: number;
}

function fits(value: unknown, room: Room): boolean {
  room.values -= 1;
  if (typeof value === "string") room.characters -= value.length;
  if (room.values < 0 || room.characters < 0) return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.length <= room.values && value.every((item) => fits(item, room));
  for (const key in value) {
    room.characters -= key.length;
    if (!fits((value as Record<string, unknown>)[key], room)) return false;
  }
  return true;
}
