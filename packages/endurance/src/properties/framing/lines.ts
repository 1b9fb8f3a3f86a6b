import { deepStrictEqual } from "node:assert/strict";
import { LineSplitter } from "@agent-hook/sdk/internal/wire";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { anyBytes, type Cuts, cut, cuts } from "./bytes.js";

export const lines: StressTest = {
  name: "a byte stream gives the same lines wherever it is split",
  unit: "cases",
  short: 1000,
  long: 6_000,
  async run(count, seed) {
    let bytesRead = 0;
    const property = fc.property(anyBytes, cuts, (bytes, cutPoints) => {
      bytesRead += bytes.length;
      deepStrictEqual(linesOf(bytes, cutPoints), linesOfUnsplit(bytes));
    });
    fc.assert(property, { numRuns: count, seed });
    return `${Math.round(bytesRead / 1e6)} MB`;
  },
};

function linesOf(bytes: Buffer, cutPoints: Cuts): string[] {
  const splitter = new LineSplitter();
  return [...cut(bytes, cutPoints).flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

/** Splits first and decodes afterwards, with another decoder. A last line without a newline counts, too. */
function linesOfUnsplit(bytes: Buffer): string[] {
  const lineTexts: string[] = [];
  let start = 0;
  for (let end = bytes.indexOf("\n"); end !== -1; end = bytes.indexOf("\n", start)) {
    lineTexts.push(decode(bytes.subarray(start, end)));
    start = end + 1;
  }
  return start < bytes.length ? [...lineTexts, decode(bytes.subarray(start))] : lineTexts;
}

function decode(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
