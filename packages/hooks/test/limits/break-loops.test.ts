import { type BreakLoopsOptions, breakLoops } from "@agent-hook/hooks";
import { compose, defineHook } from "@agent-hook/sdk";
import { createTestHost, type TestHostName } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { expectLinearTime } from "../../../sdk/test/unit/linear-time.js";
import { withoutVolatileParts } from "../../src/limits/volatile-parts.js";
import { BROKEN_STORE, moveTime } from "./store.js";

const denied = { ran: false, decision: "deny", failures: [], reason: expect.stringContaining("Loop: this call ran 3") };
const NOTE = "This call had the same result 3 times";

function agentWith(host: TestHostName, options: BreakLoopsOptions = {}) {
  return createTestHost(breakLoops(options), { host });
}

const untouched = { ran: true, result: "tea", context: [], failures: [] };
const told = { ran: true, result: "tea", failures: [], context: [expect.stringContaining(NOTE)] };

// The note is next to the result, or in it. Where a hook can do neither, there is none.
it.each<[TestHostName, object]>([
  ["claude-code", told],
  ["picoclaw", { ran: true, failures: [], result: expect.stringMatching(new RegExp(`^tea\\n\\n.*${NOTE}`)) }],
  ["kimi", untouched],
])("the model is told at the third run with the same result, and the fourth is denied: %s", async (host, third) => {
  const agent = agentWith(host);
  expect(await agent.shell("ls", "tea")).toMatchObject(untouched);
  expect(await agent.shell("ls", "tea")).toMatchObject(untouched);
  expect(await agent.shell("ls", "tea")).toMatchObject(third);
  expect(await agent.shell("ls", "tea")).toMatchObject(denied);
  expect(await agent.shell("ls -a", "tea")).toMatchObject(untouched);
  expect(await agent.shell("ls", "tea")).toMatchObject(denied);
});

describe("the count", () => {
  it("another result starts the count again", async () => {
    const agent = agentWith("claude-code");
    for (const result of ["tea", "tea", "milk", "tea", "tea"]) {
      expect(await agent.shell("ls", result)).toMatchObject({ ...untouched, result });
    }
    expect(await agent.shell("ls", "tea")).toMatchObject(told);
  });

  it("other calls between the repetitions change nothing", async () => {
    const agent = agentWith("claude-code");
    for (let at = 0; at < 2; at++) {
      await agent.shell("ls", "tea");
      await agent.shell(`pwd ${at}`, "tea");
    }
    expect(await agent.shell("ls", "tea")).toMatchObject(told);
  });

  it("a changed file starts the count again, and the same write again does not", async () => {
    const agent = agentWith("claude-code");
    for (let at = 0; at < 3; at++) await agent.shell("make", "tea");
    await agent.write("/tmp/a.txt", "x", "ok");
    expect(await agent.shell("make", "tea")).toMatchObject(untouched);
    for (let at = 0; at < 2; at++) {
      await agent.write("/tmp/a.txt", "x", "ok");
      await agent.shell("make", "tea");
    }
    expect(await agent.shell("make", "tea")).toMatchObject(denied);
  });

  it("times and ids in results do not hide a loop", async () => {
    const agent = agentWith("claude-code");
    for (let at = 0; at < 3; at++) {
      await agent.shell("make", `failed in ${at}.${at} s at 12:00:0${at}\nProcess Group PGID: ${at}`);
    }
    expect(await agent.shell("make")).toMatchObject(denied);
  });

  it("if the store fails, the call is denied, or runs with onFailure: continue", async () => {
    const broken = { host: "claude-code", env: BROKEN_STORE } as const;
    expect(await createTestHost(breakLoops(), broken).shell("ls")).toMatchObject({ ran: false });
    const open = await createTestHost(breakLoops({ onFailure: "continue" }), broken).shell("ls", "tea");
    expect(open).toMatchObject({ ran: true, result: "tea" });
    expect(open.failures).not.toEqual([]);
  });

  it("observe mode changes nothing and logs it", async () => {
    const agent = agentWith("claude-code", { mode: "observe" });
    for (let at = 0; at < 4; at++) expect(await agent.shell("ls", "tea")).toMatchObject(untouched);
    expect(agent.log.join("\n")).toMatch(/would tell the model[\s\S]*would deny: Loop/);
  });
});

describe("breakLoops", () => {
  it("takes other numbers", async () => {
    const agent = agentWith("claude-code", { tellAt: 2, denyAt: 5 });
    await agent.shell("ls", "tea");
    for (let at = 0; at < 3; at++) expect((await agent.shell("ls", "tea")).context).toHaveLength(1);
    expect(await agent.shell("ls")).toMatchObject({ ran: false });
  });

  it("counts arguments in any order, and errors too", async () => {
    const agent = agentWith("picoclaw");
    const result = { forLlm: "no such file", isError: true };
    const [one, other] = [
      { path: "/a", limit: 3 },
      { limit: 3, path: "/a" },
    ];
    for (const args of [one, other, one]) await agent.tool({ tool: "read_file", arguments: args, result });
    expect(await agent.tool({ tool: "read_file", arguments: other, result })).toMatchObject(denied);
  });

  it("a new prompt of the user starts the count again, and so does time", async () => {
    const time = moveTime();
    let session: string | undefined;
    const watch = defineHook({
      name: "watch",
      beforeTool: ({ sessionId }) => {
        session = sessionId;
      },
    });
    const agent = createTestHost(compose({ name: "house" }, watch, breakLoops()), { host: "claude-code" });
    for (let at = 0; at < 3; at++) await agent.shell("ls", "tea");
    // The recorded payload is of another session.
    await agent.event("UserPromptSubmit", { session_id: session });
    for (let at = 0; at < 3; at++) expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true });
    expect(await agent.shell("ls")).toMatchObject({ ran: false });
    time.advance(10 * 60_000 + 1);
    expect(await agent.shell("ls", "tea")).toMatchObject({ ran: true, context: [] });
  });

  it("a tool in `ignore` may repeat", async () => {
    const agent = agentWith("claude-code", { ignore: ["Bash"] });
    for (let at = 0; at < 6; at++) {
      expect(await agent.shell("sleep 60", "tea")).toMatchObject({ ran: true, context: [], failures: [] });
    }
  });

  it("compares results exactly with `exact`", async () => {
    const agent = agentWith("claude-code", { exact: true });
    for (let at = 0; at < 6; at++) expect(await agent.shell("make", `took ${at} ms`)).toMatchObject({ ran: true });
  });

  it("the task of a sub-agent starts no count of another agent again, and a prompt of the user does", async () => {
    const agent = createTestHost(breakLoops(), { host: "codex" });
    const at = (event: string, fields = {}) => agent.event(event, { session_id: "s", turn_id: "t", ...fields });
    const run = async () => {
      const { decision } = await at("PreToolUse");
      if (decision === "none") await at("PostToolUse");
      return decision;
    };
    for (let runs = 0; runs < 3; runs++) expect(await run()).toBe("none");
    await at("UserPromptSubmit", { turn_id: "sub", agent_id: "sub-agent" });
    expect(await run()).toBe("deny");
    await at("UserPromptSubmit");
    expect(await run()).toBe("none");
  });

  it("keeps what matters when it ignores times and ids", () => {
    expect(withoutVolatileParts("3 tests failed")).toBe("3 tests failed");
    expect(withoutVolatileParts("line 12 of 40, version 1.2.3")).toBe("line 12 of 40, version 1.2.3");
    expect(withoutVolatileParts("2026-01-31T09:30:00.123Z done in 12.5ms <shellId: 3 completed>")).toBe(
      "~ done in ~ <~ completed>",
    );
  });

  it.each(["1", "1.", "0x", "a-", "pid ", "2026-01-31 ", "12:", "1 m"])("a result of %j takes linear time", (part) => {
    expectLinearTime(withoutVolatileParts, part);
  });

  it.each<[string, unknown, string]>([
    ["numbers in the wrong order", { tellAt: 4, denyAt: 4 }, "denyAt: expected more than tellAt"],
    ["an unknown option", { times: 3 }, "Unrecognized key"],
  ])("rejects %s", (_, options, message) => {
    expect(() => breakLoops(options as BreakLoopsOptions)).toThrow(message);
  });
});
