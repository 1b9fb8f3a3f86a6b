import { type HookSummary, pointsOf } from "@agent-hook/sdk/internal/installs";
import { HOST_EVENTS } from "@agent-hook/sdk/launcher";

/** Returns the points that a hook handles and for which a one-shot host has no event. */
export function uncalledPoints(host: string, hook: HookSummary): readonly string[] {
  const events = Object.values(HOST_EVENTS[host] ?? {});
  return pointsOf(hook).filter(
    (point) => point !== "onEvent" && point !== "approveTool" && !events.some((event) => event.point === point),
  );
}
