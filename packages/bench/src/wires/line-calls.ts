import type { CallBytes } from "./wire.js";

/**
 * Creates all lines once. The returned function returns the next lines, and the first one again after the last. The
 * lines are a slice of one buffer, unless the first line follows the last.
 */
export function lineCalls(line: (id: number) => string, distinct: number): CallBytes {
  const lines = Array.from({ length: distinct }, (_, index) => Buffer.from(line(FIRST_ID + index)));
  const text = Buffer.concat(lines);
  const ends = new Uint32Array(distinct + 1);
  for (const [index, { length }] of lines.entries()) ends[index + 1] = (ends[index] as number) + length;
  let next = 0;
  const piece = (from: number, to: number) => text.subarray(ends[from], ends[to]);
  return (count) => {
    if (count > distinct) throw new RangeError(`${count} calls at once, of ${distinct} that have ids of their own`);
    const from = next;
    next = (from + count) % distinct;
    if (from + count <= distinct) return piece(from, from + count);
    return Buffer.concat([piece(from, distinct), piece(0, from + count - distinct)]);
  };
}

/** The handshake uses id 1. */
const FIRST_ID = 2;
