import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// Loaded before the first call, which has a deadline.
import "@agent-hook/hooks/shell";
import { guardShell, type RateLimitOptions, rateLimit } from "@agent-hook/hooks";
import { compose } from "@agent-hook/sdk";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { BROKEN_STORE, moveTime } from "./store.js";

const ran = { ran: true, failures: [] };
const limited = (reason: string | RegExp) => ({
  ran: false,
  decision: "deny",
  failures: [],
  reason: expect.stringMatching(reason),
});

const agentWith = (options: RateLimitOptions) => createTestHost(rateLimit(options), { host: "claude-code" });

describe("a limit", () => {
  it("calls above the rate are denied with the time to wait, and run after it", async () => {
    const time = moveTime();
    const agent = agentWith({ limits: [{ calls: 2, seconds: 60 }] });
    expect(await agent.shell("ls", "tea")).toMatchObject({ ...ran, result: "tea" });
    time.advance(20_000);
    expect(await agent.shell("ls", "tea")).toMatchObject({ ...ran, result: "tea" });
    expect(await agent.shell("ls")).toMatchObject(limited(/at most 2 calls in 60 s.*Try again in 40 s/));
    time.advance(39_000);
    expect(await agent.shell("ls")).toMatchObject(limited(/Try again in 1 s/));
    time.advance(1100);
    expect(await agent.shell("ls", "tea")).toMatchObject(ran);
    expect(await agent.shell("ls")).toMatchObject(limited(/Try again in 20 s/));
  });

  it("a limit for kinds does not count other tools", async () => {
    const agent = agentWith({ limits: [{ calls: 1, seconds: 60, kinds: ["write", "edit"] }] });
    for (let at = 0; at < 3; at++) expect(await agent.shell("ls")).toMatchObject(ran);
    expect(await agent.write("/tmp/a.txt", "x")).toMatchObject(ran);
    expect(await agent.write("/tmp/a.txt", "x")).toMatchObject(limited("of kind write, kind edit"));
    expect(await agent.shell("ls")).toMatchObject(ran);
  });

  it("if the store fails, the call is denied, or runs with onFailure: continue", async () => {
    const broken = { host: "claude-code", env: BROKEN_STORE } as const;
    expect(await createTestHost(rateLimit(), broken).shell("ls")).toMatchObject({ ran: false });
    const open = await createTestHost(rateLimit({ onFailure: "continue" }), broken).shell("ls", "tea");
    expect(open).toMatchObject({ ran: true, result: "tea" });
    expect(open.failures).not.toEqual([]);
  });

  it("observe mode lets calls pass and logs them", async () => {
    const agent = agentWith({ mode: "observe", limits: [{ calls: 1, seconds: 60 }] });
    for (let at = 0; at < 2; at++) expect(await agent.shell("ls")).toMatchObject(ran);
    expect(agent.log.join("\n")).toContain("would deny: Rate limit: at most 1 calls");
  });

  it("a call that a guard denies does not count", async () => {
    const hook = compose({ name: "house" }, guardShell(), rateLimit({ limits: [{ calls: 1, seconds: 60 }] }));
    const agent = createTestHost(hook, { host: "claude-code" });
    for (let at = 0; at < 3; at++) expect(await agent.shell("git reset --hard")).toMatchObject({ ran: false });
    expect(await agent.shell("ls")).toMatchObject(ran);
    expect(await agent.shell("ls")).toMatchObject(limited("Rate limit"));
  });
});

describe("rateLimit", () => {
  it("counts a denied call for no rule", async () => {
    const time = moveTime();
    const limits = [
      { calls: 3, seconds: 3600 },
      { calls: 1, seconds: 10 },
    ];
    const agent = agentWith({ limits });
    for (let at = 0; at < 3; at++) {
      expect(await agent.shell("ls"), String(at)).toMatchObject(ran);
      expect(await agent.shell("ls"), String(at)).toMatchObject(limited("in 10 s"));
      time.advance(11_000);
    }
    expect(await agent.shell("ls")).toMatchObject(limited("in 3600 s"));
  });

  it("counts each tool separately with each: tool, and by name with tools", async () => {
    const limits = [
      { calls: 1, seconds: 60, each: "tool" as const },
      { calls: 1, seconds: 60, tools: ["Grep", "Glob"] },
    ];
    const agent = agentWith({ limits });
    expect(await agent.shell("ls")).toMatchObject(ran);
    expect(await agent.tool({ tool: "Grep", arguments: { pattern: "x" } })).toMatchObject(ran);
    expect(await agent.shell("ls")).toMatchObject(limited("per tool"));
    expect(await agent.tool({ tool: "Glob", arguments: { pattern: "x" } })).toMatchObject(limited("of Grep, Glob"));
  });

  it("says not to try again if no such call is allowed", async () => {
    const agent = createTestHost(rateLimit({ limits: [{ calls: 0, seconds: 60, kinds: ["shell"] }] }));
    expect(await agent.shell("ls")).toMatchObject(limited("Do not try again"));
  });

  it("counts calls that run at the same time exactly", async () => {
    const agent = agentWith({ limits: [{ calls: 5, seconds: 60 }] });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => agent.shell("ls")));
    expect(outcomes.filter((outcome) => outcome.ran)).toHaveLength(5);
  });

  it.each<[string, unknown, string]>([
    ["no rules", { limits: [] }, "limits: "],
    ["a fraction of a call", { limits: [{ calls: 0.5, seconds: 1 }] }, "limits[0].calls"],
    ["an unknown scope", { limits: [{ calls: 1, seconds: 1, scope: "team" }] }, "limits[0].scope"],
    ["an unknown option", { limit: 3 }, "Unrecognized key"],
  ])("rejects %s", (_, options, message) => {
    expect(() => rateLimit(options as RateLimitOptions)).toThrow(message);
  });
});

it("a project has one count, also under the name of a link to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rate-limit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "project", ".git"), { recursive: true });
  symlinkSync("project", join(folder, "link"));
  const limits = [{ calls: 1, seconds: 60, scope: "project" }] as const;
  const agent = agentWith({ limits });
  const ask = (name: string) => agent.event("PreToolUse", { session_id: "s", cwd: join(folder, name) });
  expect(await ask("project")).toMatchObject({ decision: "none", failures: [] });
  expect(await ask("link")).toMatchObject({ decision: "deny", failures: [] });
});
