import type { Point } from "../hook/calls.js";
import { type Decisions, modify, type ToolResultPatch } from "../hook/decisions.js";
import { denialFor } from "../runtime/denial.js";
import type { Failure } from "../runtime/failure.js";

/** What a failure is answered with: of a result, what stands in the place of all of it, media too. */
export function denyOrWithhold(point: Point, failure: Failure): Decisions[Point] {
  if (point !== "afterTool") return denialFor(point, failure.words);
  return modify({ result: { forLlm: failure.withheld, media: [] } }) as Decisions["afterTool"];
}

/** Whether a changed result is such a one: a hook's own change of media meets an objection. */
export function isWithheld({ result }: ToolResultPatch): boolean {
  return typeof result === "object" && result.media !== undefined;
}
