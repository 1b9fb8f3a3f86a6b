import { couldBeSecret, isSecretKey, MARKER, redactText as redact } from "../redaction/index.js";
import { isObject, stringify } from "../text/index.js";
import { parseJson, pointerTo } from "./json-inside.js";

/** How many levels of JSON text inside JSON text are searched. */
const MAX_NESTING = 4;
/** A list may be a command's arguments. To decide on an item, at most this much before the item is read. */
const MAX_WORDS_BEFORE = 12;
const MAX_CHARACTERS_BEFORE = 300;
/** JSON-RPC's own fields. They are not redacted, because they match answers to calls. */
const ENVELOPE = ["jsonrpc", "id", "method"];
const SCHEMA_TYPES: unknown[] = ["string", "number", "integer", "boolean", "null", "object", "array"];

/**
 * Redacts the secrets of a message, recognized by key and by shape, also in JSON text. `redacted` has a JSON Pointer to
 * each. Returns the same object if there are none, otherwise a copy that keeps keys of any name. The message must come
 * from `JSON.parse`.
 */
export function redactMessage<T extends Record<string, unknown>>(message: T): { message: T; redacted: string[] } {
  const redacted: string[] = [];
  const walk = new Redactor(redacted, 0);
  const entries = Object.entries(message).map(([key, value]): [string, unknown] => [
    key,
    ENVELOPE.includes(key) ? value : walk.property(key, value, "", ""),
  ]);
  return { message: redacted.length === 0 ? message : (Object.fromEntries(entries) as T), redacted };
}

/**
 * Redacts everything that looks like a secret: by its shape, or because it is assigned to a secret name. People send
 * recordings to others, so every value of such a name is redacted, even one that does not look like a secret.
 */
export function redactText(text: string): string {
  return redact(text, { values: "all" }).text;
}

/** Does the same as `redactText` for bytes that are not UTF-8. */
export function redactBytes(bytes: Buffer): Buffer {
  return Buffer.from(redactText(bytes.toString("latin1")), "latin1");
}

class Redactor {
  constructor(
    private readonly pointers: string[],
    private readonly nesting: number,
  ) {}

  property(key: string, value: unknown, parent: string, parentKey: string): unknown {
    const pointer = pointerTo(parent, key);
    // A parameter named `password` in a tool's JSON Schema is a description.
    if (!isSecretKey(key) || (parentKey === "properties" && isSchema(value))) return this.value(value, pointer, key);
    if (!couldBeSecret(key, value)) return value;
    return this.#replaced(value, MARKER, pointer);
  }

  value(value: unknown, pointer: string, key: string): unknown {
    if (typeof value === "string") return this.#replaced(value, this.#text(value), pointer);
    if (Array.isArray(value)) {
      const [name, item] = value;
      // A pair in a list of pairs, such as HTTP headers.
      const isPair = key === "" && value.length === 2 && typeof name === "string" && isSecretKey(name);
      if (isPair && couldBeSecret(name, item)) return [name, this.#replaced(item, MARKER, pointerTo(pointer, 1))];
      return this.#list(value, pointer);
    }
    if (!isObject(value)) return value;
    const isNamed = typeof value.name === "string" && isSecretKey(value.name);
    const before = this.pointers.length;
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      isNamed && name === "value" && couldBeSecret(value.name as string, item)
        ? this.#replaced(item, MARKER, pointerTo(pointer, name))
        : this.property(name, item, pointer, key),
    ]);
    return this.pointers.length === before ? value : Object.fromEntries(entries);
  }

  /** An item may be a secret because of the items before it, as in `["curl", "-s", "-u", "me:secret"]`. */
  #list(items: readonly unknown[], parent: string): unknown[] {
    const safe: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const pointer = pointerTo(parent, index);
      const words = safe.slice(-MAX_WORDS_BEFORE).filter((word) => typeof word === "string");
      safe.push(
        // JSON text must stay JSON.
        typeof item === "string" && words.length > 0 && parseJson(item) === undefined
          ? this.#replaced(
              item,
              redactAfter(`${words.join(" ").slice(-MAX_CHARACTERS_BEFORE)} `, this.#text(item)),
              pointer,
            )
          : this.value(item, pointer, ""),
      );
    }
    return safe;
  }

  #text(text: string): string {
    const inside = this.nesting < MAX_NESTING ? parseJson(text) : undefined;
    if (inside === undefined) return redactText(text);
    const pointers: string[] = [];
    const safe = new Redactor(pointers, this.nesting + 1).value(inside, "", "");
    return pointers.length === 0 ? text : stringify(safe);
  }

  #replaced(value: unknown, safe: string, pointer: string): string {
    if (safe !== value) this.pointers.push(pointer);
    return safe;
  }
}

/** Redacts text that is only a secret after these words, such as a password after its flag. */
function redactAfter(words: string, text: string): string {
  const safe = redactText(words + text);
  return safe.startsWith(words) ? safe.slice(words.length) : text;
}

function isSchema(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (["anyOf", "oneOf", "allOf", "$ref", "enum", "const"].some((key) => Object.hasOwn(value, key))) return true;
  return [value.type].flat().every((type) => SCHEMA_TYPES.includes(type));
}
