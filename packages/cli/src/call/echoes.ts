import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";

/** No text of a message begins like this. */
const MARK = "\u0000";

/** A result of which those objects and lists are marked that came with the call and went back as they were. */
export function withoutEchoes(result: JsonObject, params: JsonObject): JsonObject {
  return mapValues(result, (carrier) => {
    if (!isObject(carrier)) return carrier;
    return mapValues(carrier, (value, key) => marked(value, params[key]));
  });
}

/** Lines of JSON in which the marks are words. */
export function showEchoes(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(/"\\u0000([^"]*)"/g, "($1)"));
}

/** An object or a list with something in it. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function marked(value: unknown, sent: unknown): unknown {
  if (!isObject(value)) return value;
  if (isDeepStrictEqual(value, sent)) return `${MARK}as sent`;
  if (!Array.isArray(value) || !Array.isArray(sent)) return value;
  const changed = value.findIndex((item, index) => !isDeepStrictEqual(item, sent[index]));
  return changed < 1 ? value : [`${MARK}${changed} as sent`, ...value.slice(changed)];
}

function mapValues(object: JsonObject, map: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
