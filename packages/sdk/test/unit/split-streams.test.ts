import fc from "fast-check";
import { expect, it } from "vitest";
import { approve, defineHook, deny, modify } from "../../src/index.js";
import { runInProcess } from "../../src/serve/in-process.js";
import { LineSplitter } from "../../src/wire/index.js";
import { afterLlm, beforeTool } from "../wire-calls.js";

const METHODS = ["hook.before_tool", "hook.approve_tool", "hook.after_llm", "hook.unknown", "$/cancelRequest"];

/** A call or a notification. Its id is its position, as a number or a text: 7 and "7" are different ids. */
const call = fc.record({
  method: fc.constantFrom(...METHODS),
  id: fc.constantFrom("number", "text", "none"),
  tool: fc.constantFrom("exec", "slow", "é😀\u2028", "x".repeat(3000)),
  end: fc.constantFrom("", "\r", " "),
});
const noise = fc.oneof(
  fc.constantFrom("", "\ufeff", '{"jsonrpc":"2.0"}', '{"id":1').map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a))),
);

const stream = fc.array(fc.oneof({ weight: 3, arbitrary: call }, noise), { maxLength: 8 }).map((items) => {
  const ids: unknown[] = [];
  const lines = items.map((item, at) => {
    if (Buffer.isBuffer(item)) return item;
    const id = { number: at, text: String(at), none: undefined }[item.id];
    if (id !== undefined) ids.push(id);
    const params = { ...beforeTool(item.tool), ...afterLlm({ content: item.tool }) };
    return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method: item.method, params }) + item.end);
  });
  return { ids, bytes: Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])) };
});

const hook = defineHook({
  name: "answers",
  onFailure: "block",
  async beforeTool({ tool }) {
    if (tool === "slow") await new Promise(setImmediate);
    return tool === "exec" ? deny("no") : modify({ arguments: { tool } });
  },
  approveTool: () => approve(),
  afterLlm: ({ content }) => modify({ content: `${content}.` }),
});

/** Returns the answers to a stream, sorted: a slow call is overtaken only by calls of the same or of later chunks. */
async function answersTo(chunks: readonly Buffer[], pause: boolean): Promise<string[]> {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const running = await runInProcess(hook, { host: "picoclaw", env: {}, write, writeError() {} });
  const splitter = new LineSplitter();
  for (const chunk of chunks) {
    running.receive(splitter.push(chunk));
    if (pause) await new Promise(setImmediate);
  }
  await running.end(600_000);
  // The id of a failure is different each time.
  const lines = written
    .join("")
    .replaceAll(/\(id [0-9a-f]{8}\)/g, "(id)")
    .split("\n");
  return lines.slice(0, -1).sort();
}

it("a stream of calls gets the same answers wherever it is split, one for each call", () =>
  fc.assert(
    fc.asyncProperty(
      stream,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
      fc.boolean(),
      async ({ ids, bytes }, places, pause) => {
        const cuts = places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b);
        const chunks = [0, ...cuts].map((start, at) => bytes.subarray(start, cuts[at] ?? bytes.length));
        const whole = await answersTo([bytes], false);
        expect(await answersTo(chunks, pause)).toEqual(whole);
        const answered = whole.map((line) => JSON.parse(line).id).filter((id) => id !== null);
        expect(answered).toHaveLength(ids.length);
        expect(new Set(answered)).toEqual(new Set(ids));
      },
    ),
    { numRuns: 60 },
  ));
