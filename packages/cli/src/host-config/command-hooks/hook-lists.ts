import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import * as z from "zod/mini";

/** A list of such items at any event. */
export function hookLists(item: z.ZodMiniType) {
  return z.optional(z.record(z.string(), z.array(item)));
}

/** Such a value at the events that a host knows, whatever is at others. */
export function knownEvents(host: string, value: z.ZodMiniType) {
  return z.looseObject(Object.fromEntries(Object.keys(HOST_EVENTS[host] ?? {}).map((event) => [event, value])));
}

/** A group of such hooks, for the tools that match. */
export function hookGroup(hook: z.ZodMiniType) {
  return z.looseObject({ matcher: z.optional(z.string()), hooks: z.array(hook) });
}
