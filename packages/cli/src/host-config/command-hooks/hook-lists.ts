import { HOST_EVENTS } from "@agent-hook/sdk/launcher";
import * as z from "zod/mini";

/** Returns a schema for lists of these items at any event. */
export function hookLists(item: z.ZodMiniType) {
  return z.optional(z.record(z.string(), z.array(item)));
}

/** Returns a schema for this value at the events that a host knows. Other events may have any value. */
export function knownEvents(host: string, value: z.ZodMiniType) {
  return z.looseObject(Object.fromEntries(Object.keys(HOST_EVENTS[host] ?? {}).map((event) => [event, value])));
}

/** Returns a schema for a group of these hooks, with the tools that it matches. */
export function hookGroup(hook: z.ZodMiniType) {
  return z.looseObject({ matcher: z.optional(z.string()), hooks: z.array(hook) });
}
