import { defineHook } from "@agent-hook/sdk";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answerFault, HookManager } from "../../../src/index.js";
import { puppet, startManager, startPuppet } from "../../start-manager.js";

const call = (script: object, more: object = {}) => ({ tool: "exec", arguments: { command: "ls" }, script, ...more });

describe("a manager without hooks", () => {
  test("lets every call through unchanged", async () => {
    const { manager } = await startManager();
    const request = { model: "fake", messages: [{ role: "user", content: "hi" }] };
    const nothing = { outcome: "continue", changedBy: [], reports: [] };
    expect(await manager.beforeLlm(request)).toEqual({ ...nothing, request });
    expect(await manager.afterLlm({ response: { content: "hi" } })).toEqual({
      ...nothing,
      response: { content: "hi" },
    });
    expect(await manager.beforeTool({ tool: "exec" })).toEqual({ ...nothing, tool: "exec", arguments: {} });
    expect(await manager.approveTool({ tool: "exec" })).toEqual({ outcome: "approved", reports: [] });
    expect(await manager.afterTool({ tool: "exec", result: {} })).toEqual({ ...nothing, result: {} });
    expect(manager.status()).toEqual([]);
  });
});

describe("the chain", () => {
  test("does not change the caller's params", async () => {
    const { manager } = await startPuppet();
    const params = call({ result: { action: "modify", call: { tool: "other", arguments: { a: 1 } } } });
    const copy = structuredClone(params);
    expect(await manager.beforeTool(params)).toMatchObject({ tool: "other", arguments: { a: 1 } });
    expect(params).toEqual(copy);
  });

  test("lists the hooks whose changes were applied in changedBy, in order", async () => {
    const { manager } = await startManager({
      processes: { late: puppet({ priority: 2 }), early: puppet({ priority: -1 }), between: puppet() },
    });
    const modify = (tool: string) => ({ "hook.before_tool": { result: { action: "modify", call: { tool } } } });
    const scripts = { late: modify("last"), early: modify("first") };
    expect(await manager.beforeTool({ tool: "exec", scripts })).toMatchObject({
      tool: "last",
      changedBy: ["early", "late"],
    });
  });

  test("does not list a hook whose whole change was ignored", async () => {
    const { manager } = await startPuppet({}, { version: "v0.2.9" });
    const request = { model: "fake", messages: [{ role: "user", content: "hi" }], tools: [], options: {} };
    const tools = [{ type: "function", function: { name: "get_weather" } }];
    const script = { result: { action: "modify", request: { ...request, tools } } };
    const outcome = await manager.beforeLlm({ ...request, script });
    expect(outcome).toMatchObject({ outcome: "continue", request, changedBy: [] });
    expect(outcome.reports).toHaveLength(1);
  });

  test("keeps the reports of concurrent calls apart", async () => {
    const { manager, reports } = await startPuppet();
    const [failing, sound, ignored] = await Promise.all([
      manager.beforeTool(call({ result: { action: "dance" } })),
      manager.beforeTool(call({})),
      manager.beforeTool(call({ result: { action: "modify", call: {} } })),
    ]);
    expect(failing.reports.map(({ kind }) => kind)).toEqual(["call-failed"]);
    expect(sound.reports).toEqual([]);
    expect(ignored.reports.map(({ kind }) => kind)).toEqual(["answer-ignored"]);
    expect(reports.map(({ kind }) => kind).sort()).toEqual(["answer-ignored", "call-failed"]);
  });

  test("gives each of many concurrent calls its own answer", async () => {
    const { manager } = await startPuppet();
    const numbers = Array.from({ length: 600 }, (_, number) => number);
    const outcomes = await Promise.all(
      numbers.map((number) =>
        manager.beforeTool(call({ result: { action: "modify", call: { tool: `tool ${number}` } } })),
      ),
    );
    expect(outcomes.map((outcome) => outcome.outcome === "continue" && outcome.tool)).toEqual(
      numbers.map((number) => `tool ${number}`),
    );
  });

  test("reports params that cannot be serialized and continues; an approval is denied", async () => {
    const { manager } = await startPuppet();
    const odd = { tool: "exec", arguments: { n: 1n } };
    const before = await manager.beforeTool(odd);
    expect(before).toMatchObject({ outcome: "continue", arguments: { n: 1n } });
    expect(before.reports[0]).toMatchObject({ kind: "call-failed", cause: { code: "unsendable" } });
    expect(await manager.approveTool(odd)).toMatchObject({
      outcome: "denied",
      text: 'Tool execution denied by approval hook: tool approval hook "probe" failed',
    });
  });

  test("sets the HookError of a failed call as the cause of its report", async () => {
    const { manager } = await startPuppet();
    const { reports } = await manager.beforeTool(call({ error: { code: -32000, message: "boom" }, stderr: "why\n" }));
    expect(reports[0]?.cause).toMatchObject({ name: "HookError", code: "error-reply" });
  });

  test("reports non-message lines on a hook's stdout and still takes its answer", async () => {
    const { manager, reports } = await startPuppet();
    const print = 'hello there\n{"jsonrpc":"2.0","id":77,"result":{}}\nANSWER\n';
    const result = { action: "deny_tool", reason: "no" };
    expect(await manager.beforeTool(call({ print, result }))).toMatchObject({ outcome: "denied", reason: "no" });
    expect(reports).toEqual([
      { hook: "probe", kind: "noise", message: expect.stringContaining("hello there") },
      { hook: "probe", kind: "noise", message: expect.stringContaining("77") },
    ]);
  });

  test("names the hook that wrote a line to stderr", async () => {
    const onStderr = vi.fn();
    const { manager } = await startPuppet({}, { onStderr });
    await manager.beforeTool(call({ stderr: "one\ntwo\n" }));
    await manager.close();
    expect(onStderr.mock.calls).toEqual([
      ["one", "probe"],
      ["two", "probe"],
    ]);
  });
});

describe("without callbacks", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("reports and the hooks' stderr go to stderr", async () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await using manager = await HookManager.start({ processes: { probe: puppet() } });
    await manager.beforeTool(call({ result: { action: "dance" }, stderr: "tra la\n" }));
    await manager.close();
    const written = write.mock.calls.map(([text]) => String(text));
    expect(written).toContain("probe: tra la\n");
    expect(
      written.filter((text) => text.startsWith("[agent-hook] probe: answered hook.before_tool wrongly")),
    ).toHaveLength(1);
    expect(written.every((text) => text.endsWith("\n") && !text.slice(0, -1).includes("\n"))).toBe(true);
  });
});

describe("after close", () => {
  test("every call rejects, close can be repeated, and nothing keeps running", async () => {
    const { manager } = await startPuppet({ observe: ["*"] });
    await Promise.all([manager.close(), manager.close()]);
    const closed = "The hook manager is closed; make calls before close()";
    await expect(manager.beforeLlm({ model: "fake" })).rejects.toThrow(closed);
    await expect(manager.afterLlm({ response: {} })).rejects.toThrow(closed);
    await expect(manager.beforeTool({ tool: "exec" })).rejects.toThrow(closed);
    await expect(manager.approveTool({ tool: "exec" })).rejects.toThrow(closed);
    await expect(manager.afterTool({ tool: "exec", result: {} })).rejects.toThrow(closed);
    await expect(manager.runTool({ tool: "exec" }, () => "")).rejects.toThrow(closed);
    await expect(manager.mount(defineHook({ name: "late" }))).rejects.toThrow(closed);
    expect(() => manager.emit({ kind: "agent.turn.end" })).not.toThrow();
    expect(manager.status()).toMatchObject([{ name: "probe", state: "closed" }]);
  });

  test("a waiting call settles as if its hook had died", async () => {
    const { manager } = await startPuppet();
    const asked = [manager.beforeTool(call({ hold: true })), manager.approveTool(call({ hold: true }))] as const;
    await manager.close();
    expect(await asked[0]).toMatchObject({ outcome: "continue", tool: "exec" });
    expect(await asked[1]).toMatchObject({ outcome: "denied", reason: 'tool approval hook "probe" failed' });
  });

  test("`await using` closes", async () => {
    const closed = await (async () => {
      await using manager = await HookManager.start({ processes: { probe: puppet() } });
      return manager;
    })();
    expect(closed.status()).toMatchObject([{ state: "closed" }]);
  });
});

describe("answerFault", () => {
  test.each([
    ["hook.before_tool", {}],
    ["hook.before_tool", { action: null }],
    ["hook.before_tool", { action: "dance" }],
    ["hook.before_tool", { action: "modify", call: {} }],
    ["hook.before_tool", { call: { tool: "exec" } }],
    ["hook.before_tool", { action: "respond", result: {} }],
    ["hook.before_tool", { action: "respond", call: { hook_result: {} } }],
    ["hook.after_llm", { action: "modify", response: { response: {} } }],
    ["hook.after_tool", { action: "modify", result: { result: {} } }],
    ["hook.approve_tool", { decision: "deny" }],
    ["hook.hello", { anything: true }],
    ["hook.before_tool", "text"],
    ["hook.before_tool", null],
  ] as const)("finds no fault in %s answered with %j", (method, answer) => {
    expect(answerFault(method, answer)).toBeUndefined();
  });

  test.each([
    ["hook.before_tool", { decision: "deny", a: 1, b: 1, c: 1, d: 1, e: 1 }, 'no "action", only decision, a, b, c, d'],
    ["hook.before_llm", { Action: "abort_turn" }, 'it has no "action", only Action'],
    ["hook.before_tool", { action: "respond" }, 'it has the action "respond" but no "result"'],
    ["hook.before_tool", { action: "respond", call: null }, 'it has the action "respond" but no "result"'],
    ["hook.before_llm", { action: "modify", request: null }, 'it has the action "modify" but no "request"'],
    ["hook.after_llm", { action: "modify", response: [] }, 'it has the action "modify" but no "response"'],
    ["hook.after_llm", { action: "modify", response: {} }, 'its "response" has no "response" inside'],
    ["hook.after_tool", { action: "modify", result: { for_llm: "x" } }, 'its "result" has no "result" inside'],
  ] as const)("describes the fault in %s answered with %j", (method, answer, message) => {
    expect(answerFault(method, answer)).toContain(message);
  });
});
