import { describe, expect, test, vi } from "vitest";
import type { Script } from "../../start-hook.js";
import { puppet, startManager, startPuppet } from "../../start-manager.js";

const CALL = { meta: { AgentID: "main", TurnID: "turn-1" }, tool: "exec", arguments: { command: "ls" } };

/** Returns a call with scripts for the points of the hook `probe`. */
function call(scripts: Readonly<Record<string, Script>>) {
  return { ...CALL, scripts: { probe: scripts } };
}

const answer = (result: unknown): Script => ({ result });

/** The part of every round that describes its call. */
const ASKED = { tool: CALL.tool, arguments: CALL.arguments, changedBy: [] };

describe("runTool", () => {
  test("calls before_tool and approve_tool, runs the tool, and calls after_tool", async () => {
    const { manager, received: heard } = await startPuppet();
    const order: string[] = [];
    const round = await manager.runTool(call({}), async (given) => {
      order.push(...(await heard()).map(({ method }) => method), `execute ${JSON.stringify(given)}`);
      return "done";
    });
    order.push(...(await heard()).map(({ method }) => method));
    expect(order).toEqual([
      "hook.before_tool",
      "hook.approve_tool",
      'execute {"tool":"exec","arguments":{"command":"ls"}}',
      "hook.after_tool",
    ]);
    expect(round).toEqual({
      outcome: "ran",
      ...ASKED,
      result: { for_llm: "done" },
      resultChangedBy: [],
      text: "done",
      reports: [],
    });
  });

  test("shows approvers and the tool the final arguments, after every rewrite", async () => {
    const { manager, received: heard } = await startManager({
      processes: { a: puppet({ priority: 1 }), b: puppet({ priority: 2 }) },
    });
    const modify = (args: object) => answer({ action: "modify", call: { tool: "exec", arguments: args } });
    const scripts = { a: { "hook.before_tool": modify({ step: 1 }) }, b: { "hook.before_tool": modify({ step: 2 }) } };
    const execute = vi.fn(() => "done");
    const round = await manager.runTool({ ...CALL, scripts }, execute);
    expect(execute).toHaveBeenCalledExactlyOnceWith({ tool: "exec", arguments: { step: 2 } });
    expect((await heard()).map(({ hook, method, params }) => [hook, method, params.arguments])).toEqual([
      ["a", "hook.before_tool", { command: "ls" }],
      ["b", "hook.before_tool", { step: 1 }],
      ["a", "hook.approve_tool", { step: 2 }],
      ["b", "hook.approve_tool", { step: 2 }],
      ["a", "hook.after_tool", { step: 2 }],
      ["b", "hook.after_tool", { step: 2 }],
    ]);
    expect(round).toMatchObject({ outcome: "ran", arguments: { step: 2 } });
  });

  test("passes the origin of the tool call in every call", async () => {
    const { manager, received: heard } = await startPuppet();
    const context = { inbound: { channel: "cli" } };
    await manager.runTool({ ...CALL, context }, () => "done");
    for (const { params } of await heard()) expect(params).toMatchObject({ meta: CALL.meta, context });
  });

  test("gives after_tool the result and the tool's duration in whole nanoseconds", async () => {
    const { manager, received: heard } = await startPuppet();
    await manager.runTool(CALL, () => ({ for_llm: "done", media: ["ref"], unknown: 1 }));
    const { params } = (await heard()).at(-1) ?? {};
    expect(params.result).toEqual({ for_llm: "done", media: ["ref"], unknown: 1 });
    expect(Number.isInteger(params.duration)).toBe(true);
    expect(params.duration).toBeGreaterThanOrEqual(0);
  });

  test("gives the model the result as after_tool changed it", async () => {
    const { manager } = await startPuppet();
    const changed = answer({ action: "modify", result: { result: { for_llm: "[withheld]" } } });
    expect(await manager.runTool(call({ "hook.after_tool": changed }), () => "secret")).toMatchObject({
      outcome: "ran",
      result: { for_llm: "[withheld]" },
      text: "[withheld]",
    });
  });

  test.each([
    ["a result without a text", {}, ""],
    ["a null text", { for_llm: null }, ""],
  ])("treats %s as an empty result", async (_, result, text) => {
    const { manager } = await startManager();
    expect(await manager.runTool(CALL, () => result)).toMatchObject({ outcome: "ran", result, text });
  });
});

describe("a result from a hook instead of the tool", () => {
  test("skips approve_tool, the tool, after_tool and every later hook", async () => {
    const { manager, received: heard } = await startManager({ processes: { probe: puppet(), second: puppet() } });
    const execute = vi.fn(() => "done");
    const respond = answer({ action: "respond", result: { for_llm: "cached" } });
    expect(await manager.runTool(call({ "hook.before_tool": respond }), execute)).toEqual({
      outcome: "answered",
      by: "probe",
      result: { for_llm: "cached" },
      text: "cached",
      ...ASKED,
      reports: [],
    });
    expect(execute).not.toHaveBeenCalled();
    expect((await heard()).map(({ hook, method }) => [hook, method])).toEqual([["probe", "hook.before_tool"]]);
  });
});

describe("a denial", () => {
  test.each([
    ["hook.before_tool", { action: "deny_tool", reason: "no" }, "Tool execution denied by hook: no"],
    ["hook.approve_tool", { approved: false, reason: "no" }, "Tool execution denied by approval hook: no"],
  ])("in %s ends the round before the tool runs, and the model gets the reason", async (method, denial, text) => {
    const { manager, received: heard } = await startPuppet();
    const execute = vi.fn(() => "done");
    expect(await manager.runTool(call({ [method]: answer(denial) }), execute)).toMatchObject({
      outcome: "denied",
      by: "probe",
      reason: "no",
      text,
    });
    expect(execute).not.toHaveBeenCalled();
    expect((await heard()).at(-1)?.method).toBe(method);
  });

  test.each(["hook.before_tool", "hook.after_tool"])("by an abort in %s gives the model no text", async (method) => {
    const { manager } = await startPuppet();
    const execute = vi.fn(() => "done");
    const abort = answer({ action: "hard_abort", reason: "stop" });
    expect(await manager.runTool(call({ [method]: abort }), execute)).toEqual({
      outcome: "aborted",
      point: method === "hook.after_tool" ? "afterTool" : "beforeTool",
      ...ASKED,
      scope: "agent",
      by: "probe",
      reason: "stop",
      text: "",
      reports: [],
    });
    expect(execute).toHaveBeenCalledTimes(method === "hook.after_tool" ? 1 : 0);
  });
});

describe("a tool that fails", () => {
  const error = new Error("no such file");

  test.each([
    [
      "throws",
      () => {
        throw error;
      },
    ],
    ["rejects", () => Promise.reject(error)],
  ])("and %s becomes an error result, which after_tool sees", async (_, execute) => {
    const { manager, received: heard } = await startPuppet();
    const round = await manager.runTool(CALL, execute);
    expect(round).toMatchObject({
      outcome: "ran",
      result: { for_llm: "no such file", is_error: true },
      text: "no such file",
    });
    expect(round).toHaveProperty("error", error);
    expect((await heard()).at(-1)?.params.result).toEqual({ for_llm: "no such file", is_error: true });
  });

  test("by throwing a value that is not an Error gives the value as text", async () => {
    const { manager } = await startManager();
    expect(await manager.runTool(CALL, () => Promise.reject("just so"))).toMatchObject({ text: "just so" });
  });
});

describe("the reports of a round", () => {
  test("are those of every point, in order, each once", async () => {
    const { manager, reports } = await startPuppet();
    const unsound = answer({ action: "dance" });
    const round = await manager.runTool(
      call({ "hook.before_tool": unsound, "hook.after_tool": unsound }),
      () => "done",
    );
    expect(round.reports.map(({ method }) => method)).toEqual(["hook.before_tool", "hook.after_tool"]);
    expect(reports).toEqual(round.reports);
  });

  test("include those of inner calls if the tool itself calls the manager", async () => {
    const { manager } = await startPuppet();
    const round = await manager.runTool(call({}), async () => {
      const inner = await manager.beforeLlm({ model: "fake", script: answer({ action: "dance" }) });
      expect(inner.reports).toHaveLength(1);
      return "done";
    });
    expect(round.reports.map(({ method }) => method)).toEqual(["hook.before_llm"]);
  });
});

describe("the events of a round", () => {
  test.each([
    ["that ran", call({}), ["agent.tool.exec_start", "agent.tool.exec_end"]],
    [
      "that was answered",
      call({ "hook.before_tool": answer({ action: "respond", result: {} }) }),
      ["agent.tool.exec_start", "agent.tool.exec_end"],
    ],
    ["that was denied", call({ "hook.before_tool": answer({ action: "deny_tool" }) }), ["agent.tool.exec_skipped"]],
    ["that was refused", call({ "hook.approve_tool": answer({ approved: false }) }), ["agent.tool.exec_skipped"]],
    ["that was aborted", call({ "hook.before_tool": answer({ action: "abort_turn" }) }), []],
  ])("%s are sent to observers", async (_, params, kinds) => {
    const { manager, received: heard } = await startManager(
      { processes: { probe: puppet(), observer: puppet({ intercept: [], observe: ["*"] }) } },
      { version: "v0.2.9" },
    );
    await manager.runTool(params, () => "done");
    const events = (await heard()).filter(({ hook }) => hook === "observer").map(({ params: event }) => event);
    expect(events.map(({ kind }) => kind)).toEqual(kinds);
    for (const event of events) {
      expect(event).toMatchObject({
        source: { component: "agent", name: "main" },
        scope: { agent_id: "main", turn_id: "turn-1" },
        payload: { Tool: "exec" },
      });
      expect(Date.parse(event.time)).not.toBeNaN();
    }
  });
});
