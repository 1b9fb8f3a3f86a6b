import { isDeepStrictEqual } from "node:util";

/** The part of JSON Schema that our schemas use. An unknown keyword throws. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  const?: unknown;
  items?: Schema;
  minimum?: number;
  maximum?: number;
}

const ANNOTATIONS = ["$schema", "title", "description"];
const TYPES = ["string", "number", "integer", "boolean", "null", "object", "array"];

/** Returns what is not valid JSON Schema draft 2020-12, by path. */
export function malformed(schema: unknown, path = "#"): string[] {
  if (!isObject(schema)) return [`${path} is no schema`];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const at = `${path}/${keyword}`;
    const each = (list: unknown[]) => list.flatMap((member, index) => malformed(member, `${at}/${index}`));
    if (ANNOTATIONS.includes(keyword)) return typeof value === "string" ? [] : [at];
    if (keyword === "type") return [value].flat().every((type) => TYPES.includes(String(type))) ? [] : [at];
    if (keyword === "enum") return Array.isArray(value) && new Set(value).size === value.length ? [] : [at];
    if (keyword === "required")
      return Array.isArray(value) && value.every((key) => typeof key === "string") ? [] : [at];
    if (["minimum", "maximum", "minLength", "maxLength", "minItems"].includes(keyword))
      return Number.isFinite(value) ? [] : [at];
    if (keyword === "pattern") return typeof value === "string" ? [] : [at];
    if (keyword === "anyOf" || keyword === "oneOf")
      return Array.isArray(value) && value.length > 0 ? each(value) : [at];
    if (keyword === "const" || (keyword === "additionalProperties" && value === false)) return [];
    if (keyword === "items" || keyword === "additionalProperties" || keyword === "propertyNames") {
      return malformed(value, at);
    }
    if (keyword !== "properties" || !isObject(value)) return [at];
    return Object.entries(value).flatMap(([key, member]) => malformed(member, `${at}/${key}`));
  });
}

/** Returns whether the value is valid under the schema. */
export function accepts(schema: Schema, value: unknown): boolean {
  if (schema.type && ![schema.type].flat().some((type) => isOfType(type, value))) return false;
  if (schema.enum && !schema.enum.some((member) => isDeepStrictEqual(member, value))) return false;
  if ("const" in schema && !isDeepStrictEqual(schema.const, value)) return false;
  if (schema.anyOf && !schema.anyOf.some((member) => accepts(member, value))) return false;
  if (schema.oneOf && schema.oneOf.filter((member) => accepts(member, value)).length !== 1) return false;
  if (typeof value === "string") {
    const { minLength = 0, maxLength = Infinity, pattern = "" } = schema;
    return value.length >= minLength && value.length <= maxLength && new RegExp(pattern).test(value);
  }
  if (typeof value === "number") return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    return value.length >= (schema.minItems ?? 0) && value.every((member) => accepts(schema.items ?? {}, member));
  }
  if (!isObject(value)) return true;
  if (schema.required?.some((key) => !Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, member]) => {
    const { [key]: known = schema.additionalProperties ?? {} } = schema.properties ?? {};
    return known !== false && accepts(known, member);
  });
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
