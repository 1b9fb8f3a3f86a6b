import { modeOf, POINTS } from "@agent-hook/protocol";
import type { Point } from "../../hook/calls.js";

type Asked = Point | "onEvent";

/** Returns the points that the modes of a `hook.hello` do not enable. */
export function missingPoints(points: readonly Asked[], modes: readonly string[]): Asked[] {
  return points.filter((point) => !modes.includes(modeOf(point)));
}

/** Describes the lines of the host's config that enable the missing points. */
export function configLines(missing: readonly Asked[], hookName: string): string {
  const place = `hooks.processes.${hookName}`;
  const intercept = missing.filter((point) => point !== "onEvent").map((point) => `"${POINTS[point].intercept}"`);
  const lines = intercept.length === 0 ? [] : [`add ${intercept.join(", ")} to ${place}.intercept`];
  return [...lines, ...(missing.includes("onEvent") ? [`add "observe": ["*"] to ${place}`] : [])].join("; ");
}
