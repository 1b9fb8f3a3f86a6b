import * as z from "zod/mini";

/** Any JSON object: arguments, options, a JSON Schema, a payload. */
export type JsonObject = Record<string, unknown>;

// `z.record` copies every key and drops `__proto__`. A tool's arguments must arrive as they were sent, so this
// schema looks at the object and hands the same one on.
export const jsonObject = z.custom<JsonObject>(isJsonObject, { params: { expected: "object" } });

// A custom check has no JSON Schema of its own; `z.toJSONSchema` asks here first.
jsonObject._zod.toJSONSchema = () => ({ type: "object" });

export const optionalJsonObject = z.nullish(jsonObject);

function isJsonObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Two steps, because the `Object.prototype` of another realm is a plain one too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
