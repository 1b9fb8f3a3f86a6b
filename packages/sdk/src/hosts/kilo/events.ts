import { matchScore } from "../../command-hook/marks.js";
import { MARKS } from "../../families/opencode/events.js";
import type { Program } from "../../families/opencode/program.js";

export { EVENTS } from "../../families/opencode/events.js";

const NAME = "kilo";

/** Kilo CLI. opencode is the program from which it was made. */
export const PROGRAM: Program = { name: NAME, title: "Kilo", mark: NAME };

export function recognise(first: unknown): number {
  return matchScore(first, { ...MARKS, always: { ...MARKS.always, host: [NAME] } });
}
