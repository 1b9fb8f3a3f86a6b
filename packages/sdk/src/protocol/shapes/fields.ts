import * as z from "zod/mini";
import type { JsonObject } from "../../text/objects.js";

export type { JsonObject };

// `z.record` copies every key and drops `__proto__`. A tool's arguments must arrive as they were sent, so this schema
// checks the object and returns the same one.
export const jsonObject = z.custom<JsonObject>(isJsonObject, { params: { expected: "object" } });

// A custom check has no JSON Schema. `z.toJSONSchema` looks for this function first.
jsonObject._zod.toJSONSchema = () => ({ type: "object" });

export const optionalJsonObject = z.nullish(jsonObject);

function isJsonObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of another realm has another `Object.prototype`, so this checks that the prototype has no prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

// PicoClaw treats `null` as "left out" in every optional field (observed on v0.2.6 to v0.2.9). One shared schema per
// type keeps the parser of a long message list small and monomorphic.

export const optionalString = z.nullish(z.string());
export const optionalBoolean = z.nullish(z.boolean());
export const optionalNumber = z.nullish(z.number());
export const optionalStrings = z.nullish(z.array(z.string()));
