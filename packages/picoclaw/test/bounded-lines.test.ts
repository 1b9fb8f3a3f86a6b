import fc from "fast-check";
import { expect, it } from "vitest";
import { BoundedLines } from "../src/connection/bounded-lines.js";

const MAX_BYTES = 12;
const pieces = ["a", "é", "😀", "\r", "\0", "\ufeff", "x".repeat(11), "x".repeat(12), "é".repeat(3000)];
const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom("\n", ...pieces).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 5 }).map((some) => Buffer.from(some)),
    ),
    { maxLength: 12 },
  )
  .map((all) => Buffer.concat(all));

function readIn(chunks: readonly Buffer[]) {
  const tooLong: string[] = [];
  const splitter = new BoundedLines(MAX_BYTES, (head) => tooLong.push(head));
  return { lines: [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()], tooLong };
}

it("gives the same lines and beginnings of overlong lines wherever the bytes are split", () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(4000), { maxLength: 30 }), (whole, places) => {
      const cuts = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((a, b) => a - b);
      const chunks = [0, ...cuts].map((start, at) => whole.subarray(start, cuts[at] ?? whole.length));
      expect(readIn(chunks)).toEqual(readIn([whole]));
    }),
    { numRuns: 3000 },
  );
});

it("accepts a line if it and its newline are shorter than the limit", () => {
  fc.assert(
    fc.property(bytes, (whole) => {
      const all = whole.toString("latin1").split("\n");
      const last = all.pop() ?? "";
      const short = all.filter((line) => line.length + 1 < MAX_BYTES);
      const rest = last !== "" && last.length < MAX_BYTES ? [last] : [];
      const expected = [...short, ...rest].map((line) => Buffer.from(line, "latin1").toString());
      expect(readIn([whole]).lines).toEqual(expected);
    }),
    { numRuns: 3000 },
  );
});
