import { matchScore } from "../../command-hook/marks.js";
import { MARKS } from "../../families/opencode/events.js";
import type { Program } from "../../families/opencode/program.js";

export { EVENTS } from "../../families/opencode/events.js";

export const PROGRAM: Program = { name: "opencode", title: "opencode" };

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
