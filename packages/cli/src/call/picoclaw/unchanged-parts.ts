import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/sdk/internal/text";

/** No message text starts with this character. */
const MARK = "\u0000";

/** Abbreviates each object and array that the hook returned unchanged to a mark. */
export function abbreviateUnchanged(result: JsonObject, params: JsonObject): JsonObject {
  return mapValues(result, (carrier) => {
    if (!hasContent(carrier)) return carrier;
    return mapValues(carrier, (value, key) => markUnchanged(value, params[key]));
  });
}

/** Shows the marks in lines of JSON as words in parentheses. */
export function showUnchangedMarks(lines: readonly string[]): string[] {
  return lines.map((line) => line.replaceAll(/"\\u0000([^"]*)"/g, "($1)"));
}

/** Returns whether a value is a non-empty object or array. */
export function hasContent(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function markUnchanged(value: unknown, sent: unknown): unknown {
  if (!hasContent(value)) return value;
  if (isDeepStrictEqual(value, sent)) return `${MARK}as sent`;
  if (!Array.isArray(value) || !Array.isArray(sent)) return value;
  const changed = value.findIndex((item, index) => !isDeepStrictEqual(item, sent[index]));
  return changed < 1 ? value : [`${MARK}${changed} as sent`, ...value.slice(changed)];
}

function mapValues(object: JsonObject, map: (value: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
