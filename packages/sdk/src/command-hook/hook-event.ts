import type { CallOrigin } from "../hook/calls.js";
import type { HookEvent } from "../hook/events.js";

interface Named {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** Converts an event without a point: the host's fields in camelCase, except those in `elsewhere`. */
export function hookEventOf(payload: Named, origin: CallOrigin, elsewhere: readonly string[]): HookEvent {
  const left = ["hook_event_name", ...elsewhere];
  const fields = Object.entries(payload).filter(([name]) => !left.includes(name));
  return {
    kind: "other",
    hostKind: payload.hook_event_name,
    origin,
    payload: Object.fromEntries(fields.map(([name, value]) => [camelCased(name), value])),
    raw: payload,
  };
}

function camelCased(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_match, letter) => letter.toUpperCase());
}
