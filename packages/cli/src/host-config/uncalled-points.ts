import { type HookSummary, pointsOf } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** Returns the points and the kinds of events that a hook handles and for which a one-shot host has no event. */
export function uncalledPoints(host: string, hook: HookSummary): readonly string[] {
  const events = Object.values(HOST_EVENTS[host] ?? {});
  const points = pointsOf(hook).filter((point) => !["onEvent", "approveTool"].includes(point));
  return [
    ...points.filter((point) => !events.some((event) => event.point === point)),
    ...(hook.events ?? []).filter((kind) => !events.some((event) => event.kind === kind)),
  ];
}
