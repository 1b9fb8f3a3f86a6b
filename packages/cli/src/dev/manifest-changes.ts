import { isDeepStrictEqual } from "node:util";
import { modeOf, POINTS } from "@agent-hook/picoclaw/protocol";
import type { HookSummary } from "../host-config/index.js";

type Point = HookSummary["points"][number];

const UPDATE = "update the config with agent-hook config, and restart the agent";

/**
 * Returns the changes in the new version that take effect only once the agent's config is updated. `modes`: the kinds
 * of calls that the agent makes, if the handshake named them.
 */
export function configNotes(before: HookSummary, after: HookSummary, modes?: readonly string[]): string[] {
  const added = after.points.filter((point) => !before.points.includes(point) && !isCalled(point, modes));
  const hasLongerDeadline = (["interceptMs", "approveMs"] as const).some(
    (name) => (after.deadlines?.[name] ?? 0) > (before.deadlines?.[name] ?? Number.POSITIVE_INFINITY),
  );
  return [
    ...(added.length === 0 ? [] : [`the agent's config does not call it at ${added.join(", ")}: ${UPDATE}`]),
    ...(hasLongerDeadline ? [`its deadlines are longer, and the agent's timeouts are in its config: ${UPDATE}`] : []),
    ...(after.name === before.name ? [] : [`its name is now "${after.name}": ${UPDATE}`]),
  ];
}

/** Returns whether the hook's own tools changed. If a manifest is unknown, they count as changed. */
export function toolsChanged(before: HookSummary | undefined, after: HookSummary | undefined): boolean {
  return before === undefined || after === undefined || !isDeepStrictEqual(before.tools, after.tools);
}

function isCalled(point: Point, modes: readonly string[] | undefined): boolean {
  if (modes === undefined) return false;
  const isPicoClaws = point === "onEvent" || point in POINTS;
  return isPicoClaws && modes.includes(modeOf(point as "onEvent"));
}
