import { expect, it } from "vitest";
import { FrameReader } from "../../src/serve/resident/frame-reader.js";

it.each([1, 2, 5, 1000])("puts frames together from chunks of %d bytes", (size) => {
  const frames = new FrameReader();
  const read = ["12 E 5\na\nb\0c", "0\n", "3\n{} "].map((text) => {
    const bytes = Buffer.from(text);
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(frames.push(bytes.subarray(at, at + size)));
    const last = found.pop();
    expect(found.every((frame) => frame === undefined)).toBe(true);
    return [last?.words, last?.body.toString()];
  });
  expect(read).toEqual([
    [["12", "E", "5"], "a\nb\0c"],
    [["0"], ""],
    [["3"], "{} "],
  ]);
});
