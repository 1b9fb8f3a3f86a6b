import { stringify } from "@agent-hook/protocol/text";
import { isObject, parseJson, pointerTo } from "../json-inside.js";
import { redactAssignments } from "./assignments.js";
import { MARKER } from "./marker.js";
import { couldBeSecret, isSecretKey } from "./secret-keys.js";
import { redactShapes } from "./secret-shapes.js";

/** JSON text inside JSON text is looked into so often. */
const MOST_NESTING = 4;
/** The marker can make a new shape, as in `x://token:[redacted],@`. Two passes settled all that was tried. */
const MOST_PASSES = 5;
/** JSON-RPC's own fields tell which answer belongs to which call. */
const ENVELOPE = ["jsonrpc", "id", "method"];
const SCHEMA_TYPES: unknown[] = ["string", "number", "integer", "boolean", "null", "object", "array"];

/**
 * The message without secrets, told by their keys and by their shape, in JSON text too, and where `[redacted]` was put.
 * The same object if there are none; else a copy that keeps keys of any name. For messages that `JSON.parse` gave.
 */
export function redactMessage<T extends Record<string, unknown>>(message: T): { message: T; redacted: string[] } {
  const redacted: string[] = [];
  const walk = new Walk(redacted, 0);
  const entries = Object.entries(message).map(([key, value]): [string, unknown] => [
    key,
    ENVELOPE.includes(key) ? value : walk.property(key, value, "", ""),
  ]);
  return { message: redacted.length === 0 ? message : (Object.fromEntries(entries) as T), redacted };
}

/** The text without what looks like a secret: by its shape, or because it is assigned to a secret name. */
export function redactText(text: string): string {
  let safe = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = redactAssignments(redactShapes(safe));
    if (next === safe) break;
    safe = next;
  }
  return safe;
}

/** The same for bytes that are no UTF-8. */
export function redactBytes(bytes: Buffer): Buffer {
  return Buffer.from(redactText(bytes.toString("latin1")), "latin1");
}

class Walk {
  constructor(
    private readonly found: string[],
    private readonly nesting: number,
  ) {}

  property(key: string, value: unknown, parent: string, parentKey: string): unknown {
    const pointer = pointerTo(parent, key);
    // A parameter called `password` in a tool's JSON Schema is a description.
    if (!isSecretKey(key) || (parentKey === "properties" && isSchema(value))) return this.value(value, pointer, key);
    if (!couldBeSecret(key, value)) return value;
    return this.#replaced(value, MARKER, pointer);
  }

  value(value: unknown, pointer: string, key: string): unknown {
    if (typeof value === "string") return this.#replaced(value, this.#text(value), pointer);
    if (Array.isArray(value)) return value.map((item, index) => this.value(item, pointerTo(pointer, index), ""));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, item]) => [name, this.property(name, item, pointer, key)]);
    return Object.fromEntries(entries);
  }

  #text(text: string): string {
    const inside = this.nesting < MOST_NESTING ? parseJson(text) : undefined;
    if (inside === undefined) return redactText(text);
    const found: string[] = [];
    const safe = new Walk(found, this.nesting + 1).value(inside, "", "");
    return found.length === 0 ? text : stringify(safe);
  }

  #replaced(value: unknown, safe: string, pointer: string): string {
    if (safe !== value) this.found.push(pointer);
    return safe;
  }
}

function isSchema(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (["anyOf", "oneOf", "allOf", "$ref", "enum", "const"].some((key) => Object.hasOwn(value, key))) return true;
  return [value.type].flat().every((type) => SCHEMA_TYPES.includes(type));
}
