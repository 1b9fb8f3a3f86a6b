import { isSecretKey } from "../redaction/index.js";
import { stringify } from "../text/index.js";
import { redactText } from "../transcript/redact-message.js";
import { remembered } from "./remembered.js";

/** What a value may still hold. */
interface Room {
  values: number;
  characters: number;
  /** How many levels of it may be nested. */
  readonly depth: number;
}

/**
 * Returns the JSON text of a small value without secrets, or `undefined` if it is not small, or must be looked at more
 * closely. Most arguments are such values, and copying them took more time than the rest of their record.
 */
export function plainJson(value: unknown, room: Room): string | undefined {
  const most = room.characters;
  const json = textOf(value, room, 0);
  return json !== undefined && json.length <= most ? json : undefined;
}

function textOf(value: unknown, room: Room, depth: number): string | undefined {
  room.values -= 1;
  if (room.values < 0) return undefined;
  if (typeof value === "string") return plainText(value, room);
  if (typeof value === "number") return isPlainNumber(value) ? `${value}` : undefined;
  if (typeof value === "boolean" || value === null) return `${value}`;
  if (typeof value !== "object" || depth === room.depth) return undefined;
  return Array.isArray(value) ? listText(value, room, depth) : objectText(value, room, depth);
}

function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

/** An item may be a secret because of a text before it, as in `["curl", "-u", "me:secret"]`. */
function listText(items: readonly unknown[], room: Room, depth: number): string | undefined {
  let json = "[";
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    const text = typeof item === "string" && items.length > 1 ? undefined : textOf(item, room, depth + 1);
    if (text === undefined) return undefined;
    json += at === 0 ? text : `,${text}`;
  }
  return `${json}]`;
}

function objectText(value: object, room: Room, depth: number): string | undefined {
  // Another object may have a `toJSON`, or fields that are not its own.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  let json = "{";
  for (const key of Object.keys(value)) {
    const name = plainKey(key);
    if (name === "") return undefined;
    room.characters -= name.length;
    const item = (value as Record<string, unknown>)[key];
    // In `{ name: "password", value: "..." }`, the value is a secret.
    if (key === "name" && typeof item === "string" && isSecretKey(item)) return undefined;
    const text = textOf(item, room, depth + 1);
    if (text === undefined) return undefined;
    json += json.length === 1 ? name + text : `,${name}${text}`;
  }
  return `${json}}`;
}

/** A longer key may be a secret itself. */
const LONGEST_NAME = 11;

/** Returns a key with its colon, or an empty text if the key or its value may be a secret. */
const plainKey = remembered(
  (key) => {
    const isPlain = !isSecretKey(key) && (key.length <= LONGEST_NAME || redactText(key) === key);
    return isPlain && key.length <= 200 ? `${stringify(key)}:` : "";
  },
  256,
  200,
);

/** The same texts come at several points: before a tool, to approve it, and after it. */
const quoted = remembered((text) => (redactText(text) === text ? stringify(text) : ""), 64, 500);

function plainText(text: string, room: Room): string | undefined {
  room.characters -= text.length;
  // JSON in a text has keys, too.
  if (room.characters < 0 || /^\s*[[{]/.test(text)) return undefined;
  const json = quoted(text);
  return json === "" ? undefined : json;
}
