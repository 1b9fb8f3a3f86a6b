import type { Point } from "../hook/calls.js";
import { type Decisions, modify, type ToolResultPatch } from "../hook/decisions.js";
import { denialFor } from "../runtime/denial.js";
import type { Failure } from "../runtime/failure.js";

/** Returns the denial for a failure. After a tool, replaces the whole result, including media. */
export function denyOrWithhold(point: Point, failure: Failure): Decisions[Point] {
  if (point !== "afterTool") return denialFor(point, failure.words);
  return modify({ result: { forLlm: failure.withheld, media: [] } }) as Decisions["afterTool"];
}

/** Whether a changed result was withheld. No hook can change media itself: that is unsupported. */
export function isWithheld({ result }: ToolResultPatch): boolean {
  return typeof result === "object" && result.media !== undefined;
}
