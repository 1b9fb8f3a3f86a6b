import { Buffer } from "node:buffer";

const MIB = 1024 * 1024;
const LETTERS = ["a", "Z", "0", " ", '"', "\\", "/", "\u00e9", "\u2028", "\u{1f980}", "\u0000", "password=", "\t"];

/** Returns the same sequence of numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns calls of a host mixed with lines of every kind that a wire can carry, without newlines. */
export function oddLines(count: number, random: () => number): Buffer[] {
  const upTo = (end: number) => Math.floor(random() * end);
  const text = (length: number) => Array.from({ length }, () => LETTERS[upTo(LETTERS.length)]).join("");
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => upTo(256))).map((b) => (b === 10 ? 0 : b));
  const call = (id: number, length: number) => {
    const params = { tool: "exec", arguments: { command: text(length), token: text(20) } };
    return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: "hook.before_tool", params }));
  };
  const kinds = [
    () => Buffer.alloc(0),
    () => Buffer.from("\r"),
    () => Buffer.concat([call(0, 5), Buffer.from("\r")]),
    () => Buffer.from(bytes(upTo(300))),
    () => Buffer.from([0xc3, 0x28, 0x00, 0xff, 0xfe]),
    () => Buffer.from(text(upTo(300))),
    () => Buffer.from("[1,2,3]"),
  ];
  const lines = Array.from({ length: count }, (_, id) =>
    random() < 0.9 ? call(id, upTo(200)) : (kinds[upTo(kinds.length)] as () => Buffer)(),
  );
  lines[Math.floor(count / 3)] = call(count, MIB / 8);
  lines[Math.floor(count / 2)] = Buffer.alloc(MIB + 1, 0xf0);
  return lines;
}
