import type { Random } from "../random.js";
import { FOREIGN, type Json, MESSAGES } from "./recordings.js";

const NEWLINE = 10;
const METHODS = [
  "$/cancelRequest",
  "$/progress",
  "$/setTrace",
  "$/x",
  "",
  "hook.",
  "hook.nothing",
  "before_tool",
  "__proto__",
  "constructor",
  "toString",
  "initialize",
  "hook.before_tool\u0000",
];
const PROTOTYPE_KEYS = ["__proto__", "constructor", "prototype", "toString", "toJSON", "hasOwnProperty", "then"];
/** Bytes with a meaning in JSON, in UTF-8 or in a terminal. */
const BYTES = [
  0, 0x09, 0x0d, 0x1b, 0x20, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d, 0x80, 0xbf, 0xc0, 0xe2, 0xed, 0xf4, 0xff,
];

/** Returns a value that probably has the wrong type. */
function odd(random: Random): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => true,
    () => random.below(1000) - 500,
    () => random.next() * 1e300,
    () => "",
    () => "\ud800",
    () => "a\u0000b\u2028",
    () => [],
    () => {},
    () => ({}),
    () => [[], [{}], null],
    () => ({ __proto__: null, constructor: { prototype: {} } }),
    () => nested(1 + random.below(300)),
    () => "x".repeat(random.below(20_000)),
  ])();
}

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { deeper: value };
  return value;
}

/** Returns every object and array in a value, including the value. */
function insides(value: unknown): Json[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Json, ...Object.values(value).flatMap(insides)];
}

/** Returns a copy with one change somewhere in it. */
function changed(message: Json, random: Random, change: (inside: Json, key: string) => void): Json {
  const copy = structuredClone(message);
  const inside = random.pick(insides(copy));
  change(inside, random.pick([...Object.keys(inside), "x"]));
  return copy;
}

/** Ways to turn a message into text. Most of the texts are invalid. */
const TEXTS: readonly ((message: Json, random: Random) => string)[] = [
  (message) => JSON.stringify(message),
  (message) => `${JSON.stringify(message)}\r`,
  (message) => ` \t${JSON.stringify(message)} `,
  (message) => `\ufeff${JSON.stringify(message)}`,
  (message, random) => {
    const text = JSON.stringify(message);
    return text.slice(0, random.below(text.length));
  },
  (message, random) => JSON.stringify(message).slice(1 + random.below(50)),
  (message) => JSON.stringify([message]),
  (message) => JSON.stringify([message, message]),
  (message) => `${JSON.stringify(message)}${JSON.stringify(message)}`,
  (message) => JSON.stringify(JSON.stringify(message)),
  (message, random) => JSON.stringify(changed(message, random, (inside, key) => (inside[key] = odd(random)))),
  (message, random) => JSON.stringify(changed(message, random, (inside, key) => delete inside[key])),
  // Duplicate keys, and keys that every object inherits.
  (message, random) => {
    const key = random.pick([...Object.keys(message), ...PROTOTYPE_KEYS]);
    const value = JSON.stringify(odd(random)) ?? "null";
    return JSON.stringify(message).replace("{", `{${JSON.stringify(key)}:${value},`);
  },
  (message, random) => {
    const key = random.pick([...Object.keys(message), ...PROTOTYPE_KEYS]);
    const value = JSON.stringify(odd(random)) ?? "null";
    return JSON.stringify(message).replace(/}$/, `,${JSON.stringify(key)}:${value}}`);
  },
  (message, random) =>
    JSON.stringify(
      changed(message, random, (inside) => {
        Object.defineProperty(inside, random.pick(PROTOTYPE_KEYS), { value: odd(random), enumerable: true });
      }),
    ),
  (message, random) => JSON.stringify({ ...message, method: random.pick(METHODS) }),
  (message, random) => JSON.stringify({ ...message, params: odd(random) }),
  (message, random) => JSON.stringify({ ...message, jsonrpc: odd(random) }),
  (message, random) => JSON.stringify({ ...message, id: odd(random) }),
  (message, random) =>
    JSON.stringify({ ...message, id: 0 }).replace(
      '"id":0',
      `"id":${random.pick(["1e400", "-0", "9007199254740993", "1.5", "1e21", "01", "0x1", "NaN", "-1", `"${"9".repeat(random.below(50_000))}"`])}`,
    ),
  (_, random) => JSON.stringify({ jsonrpc: "2.0", id: random.below(100), result: odd(random) }),
  (_, random) => JSON.stringify({ jsonrpc: "2.0", id: odd(random), error: odd(random) }),
  (_, random) => JSON.stringify(odd(random)) ?? "undefined",
  (_, random) => JSON.stringify(random.pick(FOREIGN)),
  (_, random) =>
    random.pick(["Content-Length: 20", "Content-Length: 20\r", "\r", " ", "", "GET / HTTP/1.1", "'", "{}", "[]"]),
];

/** Used for one line in 1,000, because they are expensive. */
const COSTLY: readonly ((message: Json, random: Random) => string)[] = [
  ({ id, method }, random) => {
    const depth = 1 + random.below(100_000);
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":{"tool":"exec","arguments":{"deep":${deep}},"model":"m","messages":[],"deep":${deep}}}`;
  },
  ({ id }, random) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${"m".repeat(random.below(2_000_000))}"}`,
  (_, random) =>
    `{"jsonrpc":"2.0","id":"${"i".repeat(random.below(2_000_000))}","method":"hook.before_tool","params":{}}`,
  ({ id }, random) => {
    const content = "c".repeat(random.below(2_000_000));
    const params = { model: "m", messages: [{ role: "user", content }], tools: [], options: {} };
    return JSON.stringify({ jsonrpc: "2.0", id, method: "hook.before_llm", params });
  },
];

/** Returns a document that is usually invalid. */
export function broken(document: Json, random: Random): Buffer {
  const bytes = Buffer.from(random.pick(TEXTS)(document, random));
  return random.below(4) === 0 ? withOddBytes(bytes, random) : bytes;
}

/** Returns a line, without the newline, that a host usually should not send. */
export function malformed(id: string | number, random: Random): Buffer {
  const recorded = random.pick(MESSAGES);
  const message = "id" in recorded ? { ...recorded, id } : recorded;
  const costly = random.below(1000) === 0;
  const bytes = costly ? Buffer.from(random.pick(COSTLY)(message, random)) : broken(message, random);
  return bytes.filter((byte) => byte !== NEWLINE) as Buffer;
}

function withOddBytes(bytes: Buffer, random: Random): Buffer {
  let touched = bytes;
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(touched.length + 1);
    const byte = random.below(2) === 0 ? random.pick(BYTES) : random.below(256);
    const after = touched.subarray(at + random.below(3));
    touched = Buffer.concat([touched.subarray(0, at), Buffer.of(byte), after]);
  }
  return touched;
}
