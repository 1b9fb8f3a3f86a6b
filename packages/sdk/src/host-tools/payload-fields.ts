import { isObject } from "./document.js";
import type { Payload } from "./effect.js";

// A field is a key of a payload, or a path to a key of an object in it, such as `/Params/name`.

/** Returns the value of a field, or `undefined`. */
export function fieldIn(payload: Payload, field: string): unknown {
  return namesIn(field).reduce<unknown>(ownValue, payload);
}

/**
 * Returns a payload with other values of fields. A value of `undefined` removes the field. Ignores a path if the payload
 * does not have its object: the host does not send the field at this event.
 */
export function withFields(payload: Payload, fields: Payload): Payload {
  return Object.entries(fields).reduce<Payload>(
    (changed, [field, value]) => withValue(changed, namesIn(field), value),
    payload,
  );
}

/** Returns the keys of a payload that contain these fields, with their whole values. */
export function partsWith(payload: Payload, ...fields: readonly string[]): Payload {
  const keys = fields.map((field) => namesIn(field)[0]);
  return Object.fromEntries(Object.entries(payload).filter(([key]) => keys.includes(key)));
}

function namesIn(field: string): readonly string[] {
  return field.startsWith("/") ? field.slice(1).split("/") : [field];
}

function withValue(payload: Payload, [name = "", ...rest]: readonly string[], value: unknown): Payload {
  if (rest.length > 0) {
    const inner = ownValue(payload, name);
    return isObject(inner) ? { ...payload, [name]: withValue(inner, rest, value) } : payload;
  }
  if (value !== undefined) return { ...payload, [name]: value };
  return Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));
}

function ownValue(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
