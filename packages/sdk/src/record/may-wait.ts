import type { ToolOutcome } from "../hook/calls.js";
import type { Observation } from "../runtime/observation.js";

/** How much a waiting call may hold: values, and characters of texts. */
const MAX_VALUES = 100;
const MAX_CHARACTERS = 4096;

/** Actions by which a call goes on. */
const GOES_ON: readonly (string | undefined)[] = [undefined, "approve", "addContext", "modify", "respond"];

/** Calls with a conversation or a prompt are always recorded soon. */
const TOOL_POINTS: readonly string[] = ["beforeTool", "approveTool", "afterTool"];

/**
 * Whether the record of a decision may wait for a quiet moment. Denials and failures matter most after a crash, and a large
 * call holds memory until it is recorded.
 */
export function mayWait({ point, failure, outcome, call }: Observation): boolean {
  if (failure !== undefined || !TOOL_POINTS.includes(point) || !GOES_ON.includes(outcome?.action)) return false;
  try {
    const room = { values: MAX_VALUES, characters: MAX_CHARACTERS };
    const { arguments: args, result } = call as Partial<ToolOutcome>;
    return isSmall(args, room) && isSmall(result, room) && isSmall(outcome, room);
  } catch {
    // For example, a getter of a decision that throws.
    return false;
  }
}

interface Room {
  values: number;
  characters: number;
}

function isSmall(value: unknown, room: Room): boolean {
  room.values -= 1;
  if (typeof value === "string") room.characters -= value.length;
  if (room.values < 0 || room.characters < 0) return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.length <= room.values && value.every((item) => isSmall(item, room));
  for (const key in value) {
    room.characters -= key.length;
    if (!isSmall((value as Record<string, unknown>)[key], room)) return false;
  }
  return true;
}
