import { fieldIn, ownValue, pathsOf } from "../command-hook/fields.js";
import { isObject } from "../text/index.js";
import type { Payload } from "./effect.js";
import type { Simulation } from "./simulation.js";

export { fieldIn };

/**
 * Returns a payload with other values of fields. A value of `undefined` removes the field. Ignores a path if the payload
 * does not have its object: the host does not send the field at this event.
 */
export function withFields(payload: Payload, fields: Payload): Payload {
  const changes = Object.entries(fields).flatMap(([field, value]) => pathsOf(field).map((path) => ({ path, value })));
  return changes.reduce<Payload>((changed, { path, value }) => withValue(changed, path, value), payload);
}

/** Returns the keys of a payload that contain these fields, with their whole values. */
export function partsWith(payload: Payload, ...fields: readonly string[]): Payload {
  const keys = fields.flatMap(pathsOf).map(([key]) => key);
  return Object.fromEntries(Object.entries(payload).filter(([key]) => keys.includes(key)));
}

type EventFields = Pick<Simulation, "fields" | "eventNames">;

/** Returns the event that a payload names, or `undefined`. */
export function eventIn({ fields, eventNames = {} }: EventFields, payload: Payload): string | undefined {
  const name = fields.event === undefined ? undefined : fieldIn(payload, fields.event);
  if (typeof name !== "string" || name === "") return undefined;
  return Object.hasOwn(eventNames, name) ? eventNames[name] : name;
}

/** Returns the field that names an event, or nothing if payloads do not name theirs. */
export function eventField({ fields, eventNames = {} }: EventFields, event: string): Payload {
  if (fields.event === undefined) return {};
  const [name = event] = Object.entries(eventNames).find(([, named]) => named === event) ?? [];
  return { [fields.event]: name };
}

function withValue(payload: Payload, [name = "", ...rest]: readonly string[], value: unknown): Payload {
  if (rest.length > 0) {
    const inner = ownValue(payload, name);
    if (Array.isArray(inner)) return { ...payload, [name]: Object.values(withValue({ ...inner }, rest, value)) };
    return isObject(inner) ? { ...payload, [name]: withValue(inner, rest, value) } : payload;
  }
  if (value !== undefined) return { ...payload, [name]: value };
  return Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));
}
