import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import { type HookFacts, pointsOf } from "../hook-facts.js";

/**
 * Returns the events of a host that a hook handles, in the order of the host's table. No others, since each costs a
 * process. Events in `optIn` are only included if the hook names them.
 */
export function askedEvents(host: string, hook: HookFacts, optIn: readonly string[]): string[] {
  const points = pointsOf(hook);
  const named = hook.native?.[host] ?? [];
  return Object.entries(HOST_EVENTS[host] ?? {}).flatMap(([event, { point }]) => {
    if (named.includes(event)) return [event];
    if (point === undefined) return points.includes("onEvent") && !optIn.includes(event) ? [event] : [];
    return points.includes(point) || (point === "beforeTool" && points.includes("approveTool")) ? [event] : [];
  });
}
