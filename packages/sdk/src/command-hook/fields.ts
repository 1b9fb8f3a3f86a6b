import { isObject } from "../text/objects.js";

/**
 * Where the payloads of a host keep what a call has: keys, or paths such as `/Params/name` to keys of objects in it. In a
 * path, the keys of a list are its positions. If the place depends on the event, a field is several paths:
 * `/tool_call/name|/tool_result/name`. What is missing, no payload has, or the adapter decodes it.
 */
export interface PayloadFields {
  readonly event?: string;
  readonly session?: string;
  /** The agent's folder. */
  readonly folder?: string;
  /** When the event happened, in ISO 8601. */
  readonly time?: string;
  readonly turn?: string;
  readonly agent?: string;
  readonly prompt?: string;
  readonly tool: string;
  readonly input: string;
  /** The id of the call. */
  readonly id?: string;
  readonly result: string;
}

/** The fields of hosts that write payloads as Claude Code does. */
export const SNAKE_CASE_FIELDS = {
  event: "hook_event_name",
  session: "session_id",
  folder: "cwd",
  prompt: "prompt",
  tool: "tool_name",
  input: "tool_input",
  id: "tool_use_id",
  result: "tool_response",
} as const satisfies PayloadFields;

/**
 * Returns the value of a field, or `undefined` if the payload does not have it. Calls no method of arrays: a guard must see
 * the tool's name even if a dependency has redefined them.
 */
export function fieldIn(payload: object, field: string | undefined): unknown {
  if (field === undefined) return undefined;
  for (const keys of pathsOf(field)) {
    let value: unknown = payload;
    for (const key of keys) value = ownValue(value, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the keys that lead to each place of a field. */
export function pathsOf(field: string): readonly (readonly string[])[] {
  if (!field.startsWith("/")) return [[field]];
  const paths: string[][] = [];
  for (const path of field.split("|")) paths.push(path.slice(1).split("/"));
  return paths;
}

/** Returns the value of a key of an object, or at a position of a list. */
export function ownValue(container: unknown, name: string): unknown {
  const object = Array.isArray(container) ? { ...container } : container;
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}
