import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type BudgetOptions, budget, maxIterations } from "@agent-hook/hooks";
import { createPicoClawHost } from "@agent-hook/picoclaw/testing";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { REPORTING_HOSTS } from "./reported-use.js";
import { BROKEN_STORE, moveTime } from "./store.js";

const USED_UP = "The agent must stop";
const perSession = (amounts: object): BudgetOptions => ({ limits: [{ per: "session", ...amounts }] });

describe("a budget", () => {
  it("denies tool calls above it with the reason", async () => {
    const agent = createTestHost(budget(perSession({ toolCalls: 2 })), { host: "claude-code" });
    for (let at = 0; at < 2; at++) {
      expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, result: "tea", failures: [] });
    }
    const outcome = await agent.shell("ls");
    expect(outcome).toMatchObject({ ran: false, failures: [] });
    expect(outcome.reason).toContain("the budget of this session is used up (2 of 2 tool calls)");
  });

  it("denies a call if the store fails, or lets it run with onFailure: continue", async () => {
    const broken = { host: "claude-code", env: BROKEN_STORE } as const;
    const limits = perSession({ toolCalls: 5 });
    expect(await createTestHost(budget(limits), broken).shell("ls")).toMatchObject({ ran: false });
    const open = await createTestHost(budget({ ...limits, onFailure: "continue" }), broken).shell("ls", "tea");
    expect(open).toMatchObject({ ran: true, result: "tea" });
    expect(open.failures).not.toEqual([]);
  });

  it("lets calls pass in observe mode, and logs them", async () => {
    const hook = budget({ ...perSession({ toolCalls: 1 }), mode: "observe" });
    const agent = createTestHost(hook, { host: "claude-code" });
    for (let at = 0; at < 3; at++) expect(await agent.shell("ls")).toMatchObject({ ran: true, failures: [] });
    expect(agent.log.join("\n")).toContain(`would deny: ${USED_UP}`);
  });

  // The first reports tokens in its session file, the second to hooks.
  it.each(["claude-code", "codex"] as const)("of tokens denies calls if %s reports none at all", async (host) => {
    const byDefault = createTestHost(budget(), { host });
    for (let at = 0; at < 10; at++) expect(await byDefault.shell("ls")).toMatchObject({ ran: true, failures: [] });
    const agent = createTestHost(budget(perSession({ tokens: 100 })), { host });
    for (let at = 0; at < 21; at++) expect(await agent.shell("ls"), String(at)).toMatchObject({ ran: true });
    const outcome = await agent.shell("ls");
    expect(outcome).toMatchObject({ ran: false, reason: expect.stringContaining("reports no tokens") });
  });
});

const prices = {
  "claude-opus": { input: 1000, cacheRead: 100, output: 10_000 },
  "claude-opus-5-mini": { input: 0, output: 0 },
};

describe.each(Object.entries(REPORTING_HOSTS))("what %s reports", (_, start) => {
  it("is counted: tokens, also cached ones, and the cost with the price of the model", async () => {
    const agent = start(budget({ limits: [{ per: "session", tokens: 5000, cost: 1 }], prices }));
    await agent.modelCall({ input: 100, cached: 1000, output: 79 }, "claude-opus-5");
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 2000, cached: 0, output: 1820 }, "claude-opus-5-mini");
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall({ input: 0, cached: 1, output: 0 }, "claude-opus-5-mini");
    const outcome = await agent.tool();
    expect(outcome.decision).not.toBe("none");
    expect(outcome.reason).toContain("(5000 of 5000 tokens)");

    const other = start(budget({ ...perSession({ cost: 1 }), prices }));
    await other.modelCall({ input: 100, cached: 1000, output: 79 }, "claude-opus-5");
    expect(await other.tool()).toMatchObject({ decision: "none" });
    await other.modelCall({ input: 10, cached: 0, output: 0 }, "claude-opus-5");
    expect((await other.tool()).reason).toContain("(1 of 1 cost)");
  });

  it("counts model calls in a turn for maxIterations", async () => {
    const agent = start(maxIterations({ max: 2 }));
    await agent.prompt();
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
      expect(await host.beforeLlm({})).toMatchObject({ outcome: "continue" });
      await host.afterLlm({ content: "hi", usage });
    }
    expect(await host.beforeLlm({})).toMatchObject({ outcome: "aborted" });
    expect(await host.runTool({ tool: "read_file" }, () => ({ for_llm: "tea" }))).toMatchObject({ outcome: "aborted" });
  });
});

describe("under Claude Code", () => {
  const start = REPORTING_HOSTS["claude-code"] as NonNullable<(typeof REPORTING_HOSTS)[string]>;
  const tokens = (output: number) => ({ input: 0, cached: 0, output });

  it("a model without a price is denied if there is a budget for the cost", async () => {
    const agent = start(budget({ ...perSession({ cost: 1 }), prices }));
    await agent.modelCall({ input: 1, cached: 0, output: 1 }, "unknown-model");
    expect((await agent.tool()).reason).toContain("no price for unknown-model");
  });

  it("the lines of one message count once, with the tokens of the last", async () => {
    const agent = start(budget(perSession({ tokens: 100 })));
    await agent.modelCall(tokens(30), undefined, "msg_1");
    await agent.modelCall(tokens(60), undefined, "msg_1");
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall(tokens(99), undefined, "msg_1");
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall(tokens(1), undefined, "msg_2");
    expect((await agent.tool()).reason).toContain("(100 of 100 tokens)");
  });

  it("a reply that a sub-agent's file and a branched session repeat counts once, in the session and in the day", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sessions-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (file: string, ...replies: readonly [id: string, tokens: number][]) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      const lines = replies.map(([id, output_tokens]) =>
        JSON.stringify({ type: "assistant", message: { id, model: "opus", usage: { output_tokens } } }),
      );
      appendFileSync(join(folder, file), lines.map((line) => `${line}\n`).join(""));
    };
    const limits = [
      { per: "session" as const, tokens: 140 },
      { per: "day" as const, tokens: 200 },
    ];
    const agent = createTestHost(budget({ limits }), { host: "claude-code" });
    const tool = (session_id: string) =>
      agent.event("PreToolUse", { session_id, transcript_path: join(folder, `${session_id}.jsonl`) });
    write("one.jsonl", ["a", 50], ["b", 40]);
    write("one/subagents/agent.jsonl", ["a", 50], ["b", 40], ["c", 9]);
    expect(await tool("one")).toMatchObject({ decision: "none", failures: [] });
    write("two.jsonl", ["a", 50], ["b", 40], ["d", 100]);
    expect(await tool("two")).toMatchObject({ decision: "none", failures: [] });
    write("one.jsonl", ["e", 1]);
    expect((await tool("one")).reason).toContain("(200 of 200 tokens)");
  });

  it("calls are denied if no more tokens are reported, as after the session file was replaced", async () => {
    const agent = start(budget(perSession({ tokens: 1000 })));
    await agent.modelCall(tokens(1));
    for (let at = 0; at < 201; at++) expect(await agent.tool(), String(at)).toMatchObject({ decision: "none" });
    expect((await agent.tool()).reason).toContain("reports no tokens");
    await agent.modelCall(tokens(1));
    expect(await agent.tool()).toMatchObject({ decision: "none" });
  });

  it("the reason reaches the user, and the turn ends", async () => {
    const agent = start(budget(perSession({ tokens: 1 })));
    await agent.modelCall(tokens(1));
    expect(await agent.tool()).toMatchObject({ decision: "deny", turn: "ends" });
    expect(await agent.prompt()).toMatchObject({ decision: "deny", reason: expect.stringContaining(USED_UP) });
  });

  it("calls at the same time count the tokens once", async () => {
    const agent = start(budget(perSession({ tokens: 1000 })));
    await agent.modelCall(tokens(500));
    await Promise.all(Array.from({ length: 10 }, () => agent.tool()));
    await agent.modelCall(tokens(499));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => agent.tool()));
    expect(outcomes.map(({ decision }) => decision)).toEqual(Array.from({ length: 10 }, () => "none"));
    await agent.modelCall(tokens(1));
    expect((await agent.tool()).reason).toContain("(1000 of 1000 tokens)");
  });

  it("the time in a turn counts, and the time between turns does not", async () => {
    const time = moveTime();
    const agent = start(budget({ limits: [{ per: "session", minutes: 10 }] }));
    const inTurn = async (minutes: number) => {
      time.advance(minutes * 60_000);
      return (await agent.tool()).decision;
    };
    await agent.prompt("1");
    expect(await inTurn(5)).toBe("none");
    time.advance(24 * 3_600_000);
    await agent.prompt("2");
    expect(await inTurn(4)).toBe("none");
    expect(await inTurn(1)).toBe("deny");
  });

  it("a session that goes on counts for the session, and not for today or for the new turn", async () => {
    const time = moveTime();
    const limits = [
      { per: "session" as const, tokens: 1000 },
      { per: "day" as const, tokens: 500 },
      { per: "turn" as const, tokens: 200 },
    ];
    const agent = start(budget({ limits }));
    await agent.modelCall(tokens(900));
    time.advance(24 * 3_600_000);
    expect(await agent.prompt()).toMatchObject({ decision: "none" });
    await agent.modelCall(tokens(99));
    expect(await agent.tool()).toMatchObject({ decision: "none" });
    await agent.modelCall(tokens(1));
    expect((await agent.tool()).reason).toContain("(1000 of 1000 tokens)");
  });
});

describe("budget", () => {
  it("the tokens of a day count over all sessions", async () => {
    const agent = createTestHost(budget({ limits: [{ per: "day", toolCalls: 3 }] }), { host: "claude-code" });
    const inSession = (session_id: string) => agent.event("PreToolUse", { session_id });
    for (const session of ["a", "b", "a"]) expect(await inSession(session)).toMatchObject({ decision: "none" });
    const outcome = await inSession("c");
    expect(outcome.reason).toContain("today's budget of this user is used up (3 of 3 tool calls)");
    expect(await inSession("c")).toMatchObject({ decision: "deny" });
  });

  it("the turns of sub-agents count to the turn of the prompt, and do not push it out", async () => {
    const agent = createTestHost(budget({ limits: [{ per: "turn", toolCalls: 8 }] }), { host: "codex" });
    const call = (turn_id: string, agent_id?: string) =>
      agent.event("PreToolUse", { session_id: "a", turn_id, ...(agent_id === undefined ? {} : { agent_id }) });
    expect(await call("main")).toMatchObject({ decision: "none", failures: [] });
    for (let at = 0; at < 6; at++) {
      await agent.event("UserPromptSubmit", { session_id: "a", turn_id: `sub ${at}`, agent_id: `agent ${at}` });
      expect(await call(`sub ${at}`, `agent ${at}`)).toMatchObject({ decision: "none" });
    }
    expect(await call("main")).toMatchObject({ decision: "none" });
    expect(await call("main")).toMatchObject({ decision: "deny" });
    expect(await call("sub 7", "agent 7")).toMatchObject({ decision: "deny" });
    await agent.event("UserPromptSubmit", { session_id: "a", turn_id: "next" });
    expect(await call("next")).toMatchObject({ decision: "none" });
  });

  it("a sub-turn of PicoClaw counts to the turn that started it", async () => {
    const host = createPicoClawHost(budget({ limits: [{ per: "turn", toolCalls: 2 }] }));
    const run = (TurnID: string, ParentTurnID = "") =>
      host.runTool({ tool: "read_file", meta: { SessionKey: "s", AgentID: "main", TurnID, ParentTurnID } }, () => ({
        for_llm: "tea",
      }));
    expect(await run("one")).toMatchObject({ outcome: "ran" });
    expect(await run("sub", "one")).toMatchObject({ outcome: "ran" });
    for (const parent of ["one", "sub"]) expect(await run("other", parent)).not.toMatchObject({ outcome: "ran" });
    expect(await run("two")).toMatchObject({ outcome: "ran" });
  });

  it("a new prompt starts a new turn, also where turns have no ids", async () => {
    for (const host of ["copilot", "gemini", "docker-agent"] as const) {
      const agent = createTestHost(budget({ limits: [{ per: "turn", toolCalls: 1 }] }), { host });
      const session = host === "copilot" ? { sessionId: "a" } : { session_id: "a" };
      const at = (event: string) => agent.event(event, session);
      const names = {
        copilot: ["userPromptSubmitted", "preToolUse"],
        gemini: ["BeforeAgent", "BeforeTool"],
        "docker-agent": ["user_prompt_submit", "pre_tool_use"],
      }[host] as [string, string];
      for (let turn = 0; turn < 3; turn++) {
        expect(await at(names[0]), host).toMatchObject({ decision: "none", failures: [] });
        expect(await at(names[1]), host).toMatchObject({ decision: "none", failures: [] });
        expect(await at(names[1]), host).toMatchObject({ decision: "deny" });
      }
    }
  });

  it("a host that reports no model calls cannot count tokens, and the log says so", async () => {
    for (const hook of [budget(), maxIterations()]) {
      const agent = createTestHost(hook, { host: "mcp" });
      await expect(agent.started()).rejects.toThrow("at setup");
      expect(agent.log.join("\n")).toContain("mcp does not tell hooks about its model calls");
    }
  });

  it.each<[string, unknown, string]>([
    ["a limit without an amount", { limits: [{ per: "turn" }] }, "expected at least one of tokens"],
    [
      "a scope of a session",
      { limits: [{ per: "session", tokens: 1, scope: "user" }] },
      'expected only with per: "day"',
    ],
    ["a negative price", { prices: { a: { input: -1, output: 0 } } }, "prices.a.input"],
    ["an unknown option", { max: 3 }, "Unrecognized key"],
  ])("rejects %s", (_, options, message) => {
    expect(() => budget(options as BudgetOptions)).toThrow(message);
  });
});
