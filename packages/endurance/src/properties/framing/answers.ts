import { deepStrictEqual } from "node:assert/strict";
import { approve, defineHook, deny, modify } from "@agent-hook/sdk";
import { runInProcess } from "@agent-hook/sdk/in-process";
import { createRpcServer, LineSplitter } from "@agent-hook/sdk/internal/wire";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { type Cuts, cut, cuts, noiseLine } from "./bytes.js";

/** One end of the wire: accepts lines and returns its answers once it has finished. */
interface Receiver {
  receive(lines: readonly string[]): void;
  answers(): Promise<string[]>;
}

const METHODS = ["hook.before_tool", "hook.approve_tool", "hook.after_llm", "hook.unknown", "$/cancelRequest"];

/** A call with a unique id. 7 and "7" are different ids. */
const call = fc.record({
  method: fc.constantFrom(...METHODS),
  isText: fc.boolean(),
  isNotification: fc.boolean(),
  tool: fc.constantFrom("exec", "slow", "é😀\u2028", "x".repeat(70_000)),
  end: fc.constantFrom("", "\r", " "),
});

const stream = fc
  .array(fc.oneof({ weight: 3, arbitrary: call }, { weight: 1, arbitrary: noiseLine }), { maxLength: 8 })
  .map((items) => {
    const ids: (number | string)[] = [];
    const lines = items.map((one, at) => {
      if (Buffer.isBuffer(one)) return one;
      const id = one.isText ? String(at) : at;
      if (!one.isNotification) ids.push(id);
      const params = { tool: one.tool, arguments: {}, response: { content: one.tool } };
      const message = { jsonrpc: "2.0", ...(one.isNotification ? {} : { id }), method: one.method, params };
      return Buffer.from(JSON.stringify(message) + one.end);
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

async function service(): Promise<Receiver> {
  const output: string[] = [];
  const write = (text: string) => output.push(text);
  const running = await runInProcess(hook, { host: "picoclaw", env: {}, write, writeError() {} });
  return {
    receive: running.receive,
    async answers() {
      await running.end(1000);
      return splitAnswers(output);
    },
  };
}

async function server(): Promise<Receiver> {
  const output: string[] = [];
  const running = new Set<Promise<unknown>>();
  const { receive, flush } = createRpcServer({
    write: (text) => output.push(text),
    onRequest(method, params) {
      if (params?.tool !== "slow") return { result: { method, params } };
      const late = new Promise(setImmediate).then(() => ({ result: { method } }));
      running.add(late);
      return late;
    },
    onProblem: ({ error }) => ({ error }),
  });
  return {
    receive,
    async answers() {
      await Promise.all(running);
      await new Promise(setImmediate);
      flush();
      return splitAnswers(output);
    },
  };
}

/** Sorts the answers. Their order depends on the chunks, because a slow call is overtaken. */
function splitAnswers(output: readonly string[]): string[] {
  return output.join("").split("\n").slice(0, -1).sort();
}

/** Returns the answers to a stream. With `pause`, other tasks can run between chunks. */
async function answersTo(open: () => Promise<Receiver>, chunks: readonly Buffer[], pause: boolean): Promise<string[]> {
  const end = await open();
  const splitter = new LineSplitter();
  for (const chunk of chunks) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) end.receive(lines);
    if (pause && lines.length > 0) await new Promise(setImmediate);
  }
  return end.answers();
}

async function check(bytes: Buffer, ids: readonly unknown[], cutPoints: Cuts, pause: boolean): Promise<number> {
  let answered = 0;
  for (const open of [service, server]) {
    const whole = await answersTo(open, [bytes], false);
    const split = await answersTo(open, cut(bytes, cutPoints), pause);
    deepStrictEqual(split.map(withoutFailureId), whole.map(withoutFailureId));
    const answeredIds = whole.map((line) => JSON.parse(line).id).filter((id) => id !== null);
    deepStrictEqual(new Set(answeredIds), new Set(ids));
    deepStrictEqual(answeredIds.length, ids.length);
    answered += whole.length;
  }
  return answered;
}

/** Removes the id of a failure, which is different each time. */
function withoutFailureId(line: string): string {
  return line.replaceAll(/\(id [0-9a-f]{8}\)|why [0-9a-f]{8}/g, "(id)");
}

export const answers: StressTest = {
  name: "a stream gets the same answers wherever it is split, one for each call",
  unit: "cases",
  short: 400,
  long: 2_500,
  async run(count, seed) {
    let answered = 0;
    const property = fc.asyncProperty(stream, cuts, fc.boolean(), async ({ bytes, ids }, cutPoints, pause) => {
      answered += await check(bytes, ids, cutPoints, pause);
    });
    await fc.assert(property, { numRuns: count, seed });
    return `${answered} answers`;
  },
};
