import fc from "fast-check";
import { type Json, jsonObject } from "./json.js";
import type { Raw } from "./overlays/edits.js";

/** Unknown fields to add to one of the objects in a recorded value. */
export interface Seed {
  /** Selects the object: an index into all objects of the value, modulo their number. */
  readonly at: number;
  readonly fields: Readonly<Record<string, Json>>;
}

export const seeds: fc.Arbitrary<readonly Seed[]> = fc.array(fc.record({ at: fc.nat(200), fields: jsonObject }), {
  maxLength: 3,
});

/** Returns a copy of a recorded object with unknown fields in some of its objects, at any depth. */
export function seeded<T extends Raw>(recorded: T, seeds: readonly Seed[]): T {
  const copy = structuredClone(recorded);
  for (const { at, fields } of seeds) {
    const objects = objectsIn(copy);
    const target = objects[at % objects.length] as object;
    const unknown = Object.entries(Object.getOwnPropertyDescriptors(fields)).filter(
      ([name]) => !Object.hasOwn(target, name),
    );
    for (const [name, field] of unknown) Object.defineProperty(target, name, field);
  }
  return copy;
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value, ...inner];
}
