import { defineHook, reject } from "@agent-hook/sdk";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Counters } from "../../../src/manager/counters.js";
import { startManager, startPuppet } from "../../start-manager.js";

const NOTHING = { calls: 0, denials: 0, failures: 0, timeouts: 0, restarts: 0, eventsDropped: 0 };
const call = (script: object = {}) => ({ tool: "exec", script });

describe("the counters of a hook", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("start at zero, without quantiles", async () => {
    const { manager } = await startPuppet();
    expect(manager.status()).toEqual([
      {
        name: "probe",
        priority: 0,
        source: "process",
        state: "running",
        modes: ["llm", "tool", "approve"],
        onFailure: "continue",
        hello: expect.objectContaining({ ok: true }),
        pid: expect.any(Number),
        ...NOTHING,
        p50Ms: undefined,
        p99Ms: undefined,
      },
    ]);
  });

  test("count every call and measure the answered ones", async () => {
    const { manager } = await startPuppet();
    await manager.beforeLlm({ model: "fake" });
    await manager.runTool(call(), () => "done");
    expect(manager.status()[0]).toMatchObject({
      ...NOTHING,
      calls: 4,
      p50Ms: expect.any(Number),
      p99Ms: expect.any(Number),
    });
    const { p50Ms, p99Ms } = manager.status()[0] as { p50Ms: number; p99Ms: number };
    expect(p50Ms).toBeGreaterThan(0);
    expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
  });

  test.each([
    ["a denial", { action: "deny_tool" }, 1],
    ["an abort of the turn", { action: "abort_turn" }, 1],
    ["an abort of the agent", { action: "hard_abort" }, 1],
    ["an answer in the tool's place", { action: "respond", result: {} }, 0],
    ["a change", { action: "modify", call: { tool: "other" } }, 0],
  ])("count %s as a denial or not", async (_, result, denials) => {
    const { manager } = await startPuppet();
    await manager.beforeTool(call({ result }));
    expect(manager.status()[0]).toMatchObject({ ...NOTHING, calls: 1, denials });
  });

  test("count a denied approval as a denial", async () => {
    const { manager } = await startPuppet();
    await manager.approveTool(call({ result: { approved: false } }));
    expect(manager.status()[0]).toMatchObject({ ...NOTHING, calls: 1, denials: 1 });
  });

  test.each([
    ["an error reply", { error: { code: -32000, message: "boom" } }],
    ["an unknown action", { result: { action: "dance" } }],
    ["an answer of the wrong shape", { result: { decision: "deny" } }],
  ])("count %s as a failure: a call without a valid answer", async (_, script) => {
    const { manager } = await startPuppet();
    await manager.beforeTool(call(script));
    expect(manager.status()[0]).toMatchObject({ ...NOTHING, calls: 1, failures: 1 });
  });

  test("count a failed approval as a failure and a denial", async () => {
    const { manager } = await startPuppet();
    await manager.approveTool(call({ result: {} }));
    expect(manager.status()[0]).toMatchObject({ ...NOTHING, calls: 1, failures: 1, denials: 1 });
  });

  test("count a timeout as a timeout and a failure", async () => {
    const { manager } = await startPuppet();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = manager.beforeTool(call({ hold: true }));
    await vi.advanceTimersByTimeAsync(5000);
    await asked;
    expect(manager.status()[0]).toMatchObject({ ...NOTHING, calls: 1, failures: 1, timeouts: 1, p50Ms: undefined });
  });

  test("count a restart", async () => {
    let restarted = () => {};
    const done = new Promise<void>((resolve) => {
      restarted = resolve;
    });
    const { manager } = await startPuppet(
      { restart: { delayMs: 1 } },
      { onReport: ({ kind }) => void (kind === "restarted" && restarted()) },
    );
    await manager.beforeTool(call({ kill: "SIGKILL" }));
    await done;
    expect(manager.status()[0]).toMatchObject({ ...NOTHING, calls: 1, failures: 1, restarts: 1, state: "running" });
  });

  test("include mounted hooks", async () => {
    const { manager } = await startManager();
    await manager.mount(defineHook({ name: "guard", approveTool: () => reject("no") }), { priority: 3 });
    await manager.approveTool(call());
    expect(manager.status()).toEqual([
      {
        name: "guard",
        priority: 3,
        source: "mounted",
        state: "running",
        modes: ["approve"],
        onFailure: "continue",
        hello: expect.objectContaining({ name: "guard" }),
        ...NOTHING,
        calls: 1,
        denials: 1,
        p50Ms: expect.any(Number),
        p99Ms: expect.any(Number),
      },
    ]);
  });
});

describe("the quantiles", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Counts calls of the given durations in milliseconds, one after another. */
  async function counted(...durations: number[]): Promise<Counters> {
    const counters = new Counters();
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    for (const duration of durations) {
      await counters.around(async () => {
        now += duration;
      });
    }
    return counters;
  }

  test("are the median and the 99th percentile of the measurements", async () => {
    const counters = await counted(...Array.from({ length: 100 }, (_, index) => 100 - index));
    expect(counters.snapshot()).toMatchObject({ calls: 100, p50Ms: 51, p99Ms: 100 });
  });

  test("of a single call are its duration", async () => {
    expect((await counted(7)).snapshot()).toMatchObject({ p50Ms: 7, p99Ms: 7 });
  });

  test("use only the last 1024 calls", async () => {
    const counters = await counted(...Array(1024).fill(5), ...Array(1024).fill(1));
    expect(counters.snapshot()).toMatchObject({ calls: 2048, p50Ms: 1, p99Ms: 1 });
  });

  test("leave out failed calls", async () => {
    const counters = await counted(3, 3);
    await counters.around(() => Promise.reject(new Error("boom"))).catch(() => {});
    expect(counters.snapshot()).toMatchObject({ calls: 3, failures: 1, timeouts: 0, p50Ms: 3, p99Ms: 3 });
  });
});
