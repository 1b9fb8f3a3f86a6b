import { defineHook, deny } from "@agent-hook/sdk";
import { describe, expect, test } from "vitest";
import { HookManager, type TraceEntry } from "../../../src/index.js";
import { puppet, startPuppet, turnOfTheLoop } from "../../start-manager.js";

const call = (script: object = {}) => ({ tool: "exec", script });

/** Returns the trace of a call with this script. */
async function traceOf(script: object): Promise<TraceEntry[]> {
  const { manager, lines, received: heard } = await startPuppet();
  await manager.beforeTool(call(script));
  await heard();
  return lines;
}

describe("the trace", () => {
  test("has each message with direction, time, hook, method, duration and verdict", async () => {
    const [asked, answered, ...more] = await traceOf({ result: { action: "continue" } });
    expect(asked).toEqual({
      hook: "probe",
      from: "host",
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      line: expect.stringContaining('"method":"hook.before_tool"'),
      method: "hook.before_tool",
      verdict: "ok",
    });
    expect(answered).toEqual({
      hook: "probe",
      from: "hook",
      at: expect.any(String),
      line: expect.stringMatching(/^\{"jsonrpc":"2\.0","id":\d+,"result":\{"action":"continue"\}\}$/),
      method: "hook.before_tool",
      durationMs: expect.any(Number),
      verdict: "ok",
    });
    expect(answered?.durationMs).toBeGreaterThanOrEqual(0);
    expect(more).toEqual([]);
  });

  test.each([
    ["a wrong type", { result: { action: 1 } }, /^action: expected /],
    ["an unknown action", { result: { action: "dance" } }, /^action: expected /],
    ["no object", { result: "yes" }, /^expected object, got string$/],
    ["an error", { error: { code: -32000, message: "boom" } }, /^an error$/],
  ])("explains what is wrong with an answer that is %s", async (_, script, verdict) => {
    const lines = await traceOf(script);
    expect(lines.at(-1)?.verdict).toMatch(verdict);
    expect(lines.at(-1)?.method).toBe("hook.before_tool");
  });

  test.each([
    ["has the wrong shape", { decision: "deny" }, 'it has no "action", only decision'],
    ["responds with nothing", { action: "respond" }, 'it has the action "respond" but no "result"'],
  ])("says that an answer that %s has no effect", async (_, result, verdict) => {
    expect((await traceOf({ result })).at(-1)?.verdict).toContain(verdict);
  });

  test("includes noise and answers without a call", async () => {
    const print = 'hello\n[1]\n{"jsonrpc":"2.0","id":9007199254740991,"result":{}}\nANSWER\n';
    const lines = await traceOf({ print, result: {} });
    expect(lines.slice(1).map(({ line, verdict }) => [line, verdict])).toEqual([
      ["hello", "not a message"],
      ["[1]", "not a message"],
      ['{"jsonrpc":"2.0","id":9007199254740991,"result":{}}', "does not answer any call"],
      [expect.stringContaining('"result":{}'), "ok"],
    ]);
  });

  test("treats a second answer to a call as an answer without a call", async () => {
    const lines = await traceOf({ print: "ANSWER\nANSWER\n" });
    expect(lines.slice(1).map(({ verdict }) => verdict)).toEqual(["ok", "does not answer any call"]);
  });

  test("reads the keys of an answer case-insensitively, as the host does", async () => {
    expect((await traceOf({ result: { Action: "deny_tool" } })).at(-1)?.verdict).toBe("ok");
  });

  test("has no value of an answer in its verdicts", async () => {
    const { verdict } = (await traceOf({ result: { action: "s3cret" } })).at(-1) as TraceEntry;
    expect(verdict).not.toContain("s3cret");
  });

  test("includes the events sent to hooks", async () => {
    const { manager, lines, received: heard } = await startPuppet({ observe: ["*"] });
    manager.emit({ kind: "agent.turn.end" });
    await heard();
    expect(lines).toEqual([expect.objectContaining({ from: "host", method: "hook.runtime_event", verdict: "ok" })]);
    expect(lines[0]).not.toHaveProperty("durationMs");
  });

  test("includes the messages of mounted hooks", async () => {
    const { manager, lines, received: heard } = await startPuppet();
    await manager.mount(defineHook({ name: "mounted", beforeTool: () => deny("no") }), { priority: -1 });
    await manager.beforeTool(call());
    await heard();
    expect(lines.map(({ hook, from, method }) => [hook, from, method])).toEqual([
      ["mounted", "host", "hook.hello"],
      ["mounted", "hook", "hook.hello"],
      ["mounted", "host", "hook.before_tool"],
      ["mounted", "hook", "hook.before_tool"],
    ]);
    expect(JSON.parse(lines[2]?.line ?? "").params).toEqual(call());
    expect(lines.every(({ verdict }) => verdict === "ok")).toBe(true);
  });
});

describe("a reader of the trace", () => {
  test("keeps its own position: several readers get the same entries", async () => {
    const { manager } = await startPuppet();
    const readers = [manager.trace(), manager.trace()];
    await manager.beforeTool(call());
    const first = [await readers[0]?.next(), await readers[0]?.next()];
    await manager.close();
    const second = [await readers[1]?.next(), await readers[1]?.next()];
    expect(second).toEqual(first);
    expect(first.map((result) => result?.value?.from)).toEqual(["host", "hook"]);
  });

  test("starts with the entries after its creation and ends when the manager is closed", async () => {
    const { manager } = await startPuppet();
    await manager.beforeTool(call({ result: { action: "continue", reason: "before" } }));
    const reader = manager.trace();
    await manager.approveTool(call());
    await manager.close();
    const methods: unknown[] = [];
    for await (const { method } of reader) methods.push(method);
    expect(methods).toEqual(["hook.approve_tool", "hook.approve_tool"]);
    expect(await reader.next()).toEqual({ value: undefined, done: true });
  });

  test("that is waiting ends when the manager is closed", async () => {
    const { manager } = await startPuppet();
    const waiting = manager.trace().next();
    await manager.close();
    expect(await waiting).toEqual({ value: undefined, done: true });
  });

  test("of a closed manager ends at once", async () => {
    const { manager } = await startPuppet();
    await manager.close();
    for await (const entry of manager.trace()) expect.unreachable(JSON.stringify(entry));
  });

  test("that leaves its loop gets no more entries and does not end other readers", async () => {
    const { manager } = await startPuppet();
    const [leaving, staying] = [manager.trace(), manager.trace()];
    await manager.beforeTool(call());
    for await (const { from } of leaving) {
      expect(from).toBe("host");
      break;
    }
    await manager.beforeTool(call());
    await turnOfTheLoop();
    expect(await leaving.next()).toEqual({ value: undefined, done: true });
    const read = [await staying.next(), await staying.next(), await staying.next(), await staying.next()];
    expect(read.map(({ done }) => done)).toEqual([false, false, false, false]);
  });

  test("that calls next several times in advance gets the entries in order", async () => {
    const { manager } = await startPuppet();
    const reader = manager.trace();
    const asked = [reader.next(), reader.next()];
    await manager.beforeTool(call());
    expect((await Promise.all(asked)).map(({ value }) => value?.from)).toEqual(["host", "hook"]);
  });

  test("that falls 1000 lines behind loses the oldest", async () => {
    const { manager } = await startPuppet({ intercept: [], observe: ["*"] });
    const reader = manager.trace();
    for (let number = 0; number < 1003; number++) {
      manager.emit({ kind: "agent.turn.end", payload: { number } });
    }
    await manager.close();
    const numbers: number[] = [];
    for await (const { line } of reader) numbers.push(JSON.parse(line).params.payload.number);
    expect(numbers).toHaveLength(1000);
    expect(numbers[0]).toBe(3);
  });

  test("that starts during a call reports this about the call's answer", async () => {
    // The other tests have a second reader, which would hide a failure.
    await using manager = await HookManager.start({ processes: { probe: puppet() } });
    const asked = manager.beforeTool(call({ hold: true }));
    const reader = manager.trace();
    await manager.approveTool(call({ release: true }));
    await asked;
    await manager.close();
    const answers: TraceEntry[] = [];
    for await (const entry of reader) if (entry.from === "hook") answers.push(entry);
    expect(answers.map(({ method, verdict }) => [method, verdict])).toEqual([
      ["hook.approve_tool", "ok"],
      [undefined, "answers a call from before this trace"],
    ]);
  });
});
