import { expect, test } from "vitest";
import { configNotes } from "../src/dev/manifest-changes.js";
import { readMessage } from "../src/dev/message.js";
import { LineReader } from "../src/trace/line-reader.js";

test("lines stay whole and unchanged, however their bytes arrive", () => {
  const bytes = Buffer.from('{"a":"größe"}\n\n\xff\nrest', "utf8");
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new LineReader();
    const lines: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) lines.push(...reader.push(bytes.subarray(at, at + size)));
    expect(lines).toHaveLength(3);
    expect(Buffer.concat([...lines, reader.end()])).toEqual(bytes);
  }
});

test("a line without an end is an error before it fills the memory", () => {
  const reader = new LineReader();
  const chunk = Buffer.alloc(1024 * 1024, "x");
  expect(() => {
    for (let count = 0; count < 70; count += 1) reader.push(chunk);
  }).toThrow(RangeError);
});

test("a batch contains all its messages, and other lines contain none", () => {
  const batch = [{ id: 1, method: "a" }, { method: "b" }, { id: "1", result: 1 }, 5, null];
  const message = readMessage(Buffer.from(JSON.stringify(batch)));
  expect(message.requests.map(({ id }) => id)).toEqual([1]);
  expect(message.notifications.map(({ method }) => method)).toEqual(["b"]);
  expect(message.responses.map(({ id }) => id)).toEqual(["1"]);
  for (const line of ["", "no", "null", '"text"', '{"id":null,"result":1}']) {
    expect(readMessage(Buffer.from(line))).toEqual({ requests: [], notifications: [], responses: [] });
  }
});

const manifest = { name: "h", points: ["beforeTool"], tools: [], onFailure: "block" } as const;
const deadlines = { interceptMs: 1000, approveMs: 1000 };

test.each([
  ["nothing that the config contains", {}, undefined, []],
  ["a new point", { points: ["beforeTool", "afterTool", "onPrompt"] }, undefined, [/at afterTool, onPrompt: update/]],
  ["a new point that the agent calls already", { points: ["beforeTool", "afterTool"] }, ["tool"], []],
  ["fewer points", { points: [] }, undefined, []],
  ["a longer deadline", { deadlines: { ...deadlines, approveMs: 2000 } }, undefined, [/deadlines are longer/]],
  ["a shorter deadline", { deadlines: { ...deadlines, approveMs: 500 } }, undefined, []],
  ["the name", { name: "other" }, undefined, [/its name is now "other"/]],
])("a version that changes %s", (_what, change, modes, notes) => {
  const before = { ...manifest, deadlines };
  expect(configNotes(before, { ...before, ...change } as typeof before, modes)).toEqual(
    notes.map((note) => expect.stringMatching(note)),
  );
});
