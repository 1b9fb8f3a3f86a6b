import { type BudgetOptions, budget, maxIterations } from "@agent-hook/hooks";
import { createPicoClawHost, createTestHost, TEST_HOSTS } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { REPORTING_HOSTS } from "./reported-use.js";
import { BROKEN_STORE, moveTime } from "./store.js";

const USED_UP = "The agent must stop";
const perSession = (amounts: object): BudgetOptions => ({ limits: [{ per: "session", ...amounts }] });

describe.each(TEST_HOSTS)("under %s", (host) => {
  it("tool calls above the budget are denied with the reason", async () => {
    const agent = createTestHost(budget(perSession({ toolCalls: 2 })), { host });
    for (let at = 0; at < 2; at++) {
      expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
    }
    const outcome = await agent.shell("ls");
    expect(outcome).toMatchObject({ ran: false, failures: [] });
    expect(outcome.reason).toContain("the budget of this session is used up (2 of 2 tool calls)");
  });

  it("the time between turns does not count, and the time in a turn does", async () => {
    const time = moveTime();
    const agent = createTestHost(budget(perSession({ minutes: 10 })), { host });
    expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
    time.advance(9 * 60_000);
    await agent.prompt("go on");
    expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
  });

  it("if the store fails, the call is denied, or runs with onFailure: continue", async () => {
    const broken = { host, env: BROKEN_STORE };
    const limits = perSession({ toolCalls: 5 });
    expect(await createTestHost(budget(limits), broken).shell("ls")).toMatchObject({ ran: false });
    const open = await createTestHost(budget({ ...limits, onFailure: "continue" }), broken).shell("ls", "tea");
    expect(open).toMatchObject({ ran: true, result: "tea" });
    expect(open.failures).not.toEqual([]);
  });

  it("observe mode lets calls pass and logs them", async () => {
    const agent = createTestHost(budget({ ...perSession({ toolCalls: 1 }), mode: "observe" }), { host });
    for (let at = 0; at < 3; at++) expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
    expect(agent.log.join("\n")).toContain(`would deny: ${USED_UP}`);
  });

  it("the default budget lets ordinary work pass", async () => {
    const agent = createTestHost(budget(), { host });
    for (let at = 0; at < 10; at++) expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
  });

  it("calls are denied if no tokens are reported at all", async () => {
    const agent = createTestHost(budget(perSession({ tokens: 100 })), { host });
    for (let at = 0; at < 21; at++) expect(await agent.shell("ls"), String(at)).toMatchObject({ ran: true });
    const outcome = await agent.shell("ls");
    expect(outcome).toMatchObject({ ran: false, reason: expect.stringContaining("reports no tokens") });
  });
});

describe.each(Object.entries(REPORTING_HOSTS))("under %s", (name, start) => {
  const stops = { decision: name === "claude-code" || name === "gemini" ? "deny" : "deny" };

  it("tokens are counted from what the host reports, with cached ones", async () => {
    const agent = start(budget(perSession({ tokens: 300 })));
    await agent.modelCall({ input: 10, cached: 70, output: 20 });
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 10, cached: 170, output: 19 });
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 0, cached: 0, output: 1 });
    const outcome = await agent.tool();
    expect(outcome.decision).not.toBe("none");
    expect(outcome.reason).toContain("(300 of 300 tokens)");
    expect(stops).toBeDefined();
  });

  it("the cost is counted with the prices of the model, and a model without a price is denied", async () => {
    const prices = { "claude-opus": { input: 1000, cacheRead: 100, output: 10_000 }, "claude-opus-5-mini": { input: 0, output: 0 } };
    const agent = start(budget({ ...perSession({ cost: 1 }), prices }));
    await agent.modelCall({ input: 100, cached: 1000, output: 79 }, "claude-opus-5");
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 1e6, cached: 0, output: 1e6 }, "claude-opus-5-mini");
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 10, cached: 0, output: 0 }, "claude-opus-5");
    expect((await agent.tool()).reason).toContain("(1 of 1 cost)");

    const other = start(budget({ ...perSession({ cost: 1 }), prices }));
    await other.modelCall({ input: 1, cached: 0, output: 1 }, "unknown-model");
    expect((await other.tool()).reason).toContain("a model without a price");
  });

  it("maxIterations ends the turn after so many model calls", async () => {
    const agent = start(maxIterations({ max: 2 }));
    await agent.modelCall({ input: 1, cached: 0, output: 1 });
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 1, cached: 0, output: 1 });
    expect((await agent.tool()).reason).toContain("the budget of this turn is used up (2 of 2 model calls)");
  });
});

describe("under PicoClaw", () => {
  const usage = { prompt_tokens: 80, completion_tokens: 20, total_tokens: 100 };

  it("the model is not called again after the budget", async () => {
    const host = createPicoClawHost(budget(perSession({ tokens: 200 })));
    for (let at = 0; at < 2; at++) {
      expect(await host.beforeLlm({})).toMatchObject({ outcome: "asked" });
      await host.afterLlm({ content: "hi", usage });
    }
    expect(await host.beforeLlm({})).toMatchObject({ outcome: "aborted" });
    expect(await host.runTool({ tool: "read_file" }, () => ({ for_llm: "tea" }))).toMatchObject({ outcome: "aborted" });
  });
});
