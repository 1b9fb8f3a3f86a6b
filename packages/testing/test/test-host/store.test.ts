import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compose, defineHook, deny, type Hook, type Store, StoreError, storeKey } from "@agent-hook/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createTestHost } from "../../src/index.js";

const calls = storeKey("calls", { value: z.number(), scope: "user" });
const atMost = (limit: number, name = "at-most"): Hook =>
  defineHook({
    name,
    onFailure: "block",
    beforeTool: async (_call, { store }) => {
      if ((await store.increment(calls)) > limit) return deny(`${limit} calls are enough`);
      return undefined;
    },
  });

/** Returns a hook whose handler runs `use`, and the last result of `use`. */
function using<T>(use: (store: Store) => Promise<T>, onFailure: "block" | "continue" = "continue") {
  const results: T[] = [];
  const hook = defineHook({
    name: "uses",
    onFailure,
    beforeTool: async (_call, { store }) => {
      results.push(await use(store));
    },
  });
  return { hook, results };
}

describe("context.store", () => {
  it.each(["picoclaw", "claude-code"] as const)(
    "keeps its values between the calls of a test host, and starts empty in the next: %s",
    async (host) => {
      for (const _round of [1, 2]) {
        const agent = createTestHost(atMost(2), { host });
        expect(await agent.shell("ls")).toMatchObject({ ran: true });
        expect(await agent.shell("ls")).toMatchObject({ ran: true });
        expect(await agent.shell("ls")).toMatchObject({ ran: false, reason: "2 calls are enough", failures: [] });
      }
    },
  );

  // PicoClaw reports no folder, and Cline has fields of its own for both.
  it.each(["picoclaw", "claude-code", "cline"] as const)("knows the call's session and project: %s", async (host) => {
    const folder = mkdtempSync(join(tmpdir(), "project-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, ".git"));
    const keys = (["session", "project"] as const).map((scope) => storeKey("n", { value: z.number(), scope }));
    const { hook, results } = using((store) => Promise.all(keys.map((key) => store.increment(key))));
    const agent = createTestHost(hook, { host, cwd: folder });
    await agent.shell("ls");
    await agent.shell("ls");
    expect(results).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it("keeps the values of the members of a composed hook apart", async () => {
    const agent = createTestHost(compose({ name: "both" }, atMost(1, "one"), atMost(2, "two")));
    expect(await agent.shell("ls")).toMatchObject({ ran: true });
    expect(await agent.shell("ls")).toMatchObject({ ran: false, reason: "1 calls are enough" });
  });

  it("keeps the parts and the scopes of a key apart", async () => {
    const key = storeKey("n", { value: z.number(), scope: "user" });
    const keys = [key, key.for("a"), key.for("a", "b"), key.for("a").for("c"), key.for("a,b"), key.for("")];
    const fleet = storeKey("n", { value: z.number(), scope: "fleet" });
    const { hook, results } = using((store) => Promise.all([...keys, fleet].map((each) => store.increment(each))));
    await createTestHost(hook).shell("ls");
    expect(results).toEqual([[1, 1, 1, 1, 1, 1, 1]]);
    expect(key.for("a").for("b").parts).toEqual(["a", "b"]);
  });

  it("compares values by their fields, whatever their order", async () => {
    const pair = storeKey("pair", { value: z.object({ a: z.number(), b: z.number() }), scope: "user" });
    const { hook, results } = using(async (store) => {
      await store.set(pair, { a: 1, b: 2 });
      const wrong = await store.compareAndSet(pair, { b: 1, a: 1 }, { a: 0, b: 0 });
      const right = await store.compareAndSet(pair, { b: 2, a: 1 }, { a: 3, b: 4 });
      const none = await store.compareAndSet(pair, undefined, { a: 0, b: 0 });
      return [wrong, right, none, await store.get(pair)];
    });
    await createTestHost(hook).shell("ls");
    expect(results).toEqual([[false, true, false, { a: 3, b: 4 }]]);
  });

  it("rejects a value that JSON changes, and a stored value that no longer fits, without quoting it", async () => {
    const date = storeKey("at", { value: z.date(), scope: "user" });
    const text = storeKey("at", { value: z.string(), scope: "user" });
    const number = storeKey("at", { value: z.number(), scope: "user" });
    const caught = (operation: Promise<unknown>) => operation.catch((error: unknown) => error);
    const { hook, results } = using(async (store) => {
      const written = await caught(store.set(date, new Date(0)));
      await store.set(text, "sk-secret");
      return [written, await caught(store.get(number)), await caught(store.increment(number))];
    });
    await createTestHost(hook).shell("ls");
    const expected = { name: "StoreError", code: "invalid-value", message: expect.not.stringContaining("secret") };
    expect(results).toEqual([[expect.objectContaining(expected), ...Array(2).fill(expect.objectContaining(expected))]]);
    expect(results[0]?.[1]).toMatchObject({
      message: 'store key "at": the stored value does not fit the schema: expected number, got string',
    });
  });

  it.each(["block", "continue"] as const)("fails the call if it fails: %s", async (policy) => {
    const { hook } = using((store) => store.increment(calls), policy);
    const agent = createTestHost(hook, { host: "claude-code", env: { AGENT_HOOK_STORE: "postgres://me:pass@host" } });
    const outcome = await agent.shell("ls");
    expect(outcome).toMatchObject({
      ran: policy === "continue",
      failures: [{ kind: "store-failed", where: "beforeTool", cause: expect.any(StoreError) }],
    });
    if (policy === "block") expect(outcome.reason).toMatch(/hook "uses" could not use its store at beforeTool \(id/);
    expect(agent.log.join("\n")).toContain("AGENT_HOOK_STORE: expected");
    expect(agent.log.join("\n")).not.toMatch(/pass|postgres/);
  });

  it("lets a handler answer a failure itself", async () => {
    const hook = defineHook({
      name: "uses",
      beforeTool: (_call, { store }) =>
        store.increment(calls).then(
          () => undefined,
          (error) => deny(error.code),
        ),
    });
    const agent = createTestHost(hook, { env: { AGENT_HOOK_STORE: "nonsense" } });
    expect(await agent.shell("ls")).toMatchObject({ ran: false, reason: "invalid-setting" });
  });

  it("is there in setup and in events, where a value of a session has no session", async () => {
    const seen: unknown[] = [];
    const session = storeKey("n", { value: z.number(), scope: "session" });
    const hook = defineHook({
      name: "uses",
      setup: async ({ store }) => {
        seen.push(await store.increment(calls), await store.get(session).catch((error) => error.code));
      },
      onEvent: { "session.start": async (_event, { store }) => void seen.push(await store.increment(session)) },
      beforeTool: () => undefined,
    });
    const agent = createTestHost(hook, { host: "claude-code" });
    await agent.event("SessionStart", { source: "startup" });
    expect(seen).toEqual([1, "no-session", 1]);
  });

  it("uses the time of the test", async () => {
    const short = storeKey("short", { value: z.number(), scope: "user", lifetimeMs: 1000 });
    const { hook, results } = using(async (store) => {
      const { allowed } = await store.addToWindow(short, { windowMs: 1000, limit: 1 });
      return [await store.increment(short), allowed];
    });
    const waits = defineHook({ name: "waits", beforeTool: (_call, { timeout }) => void timeout(1) });
    const agent = createTestHost(compose({ name: "both" }, hook, waits), { host: "codex", time: "manual" });
    for (const ms of [999, 1, 1000]) {
      await agent.shell("ls");
      await agent.advance(ms);
    }
    await agent.shell("ls");
    expect(results).toEqual([
      [1, true],
      [2, false],
      [3, true],
      [1, true],
    ]);
  });

  it("rejects wrong arguments with a TypeError", async () => {
    const { hook, results } = using((store) =>
      Promise.allSettled([
        store.increment(calls, Number.NaN),
        store.addToWindow(calls, { windowMs: 0, limit: 1 }),
        store.addToWindow(calls, { windowMs: 1000, limit: -1 }),
        store.addToWindow(calls, { windowMs: 1000, limit: 1, amount: -1 }),
      ]),
    );
    await createTestHost(hook).shell("ls");
    const rejected = { status: "rejected", reason: expect.any(TypeError) };
    expect(results).toEqual([[rejected, rejected, rejected, rejected]]);
  });

  it("has keys that check their options", () => {
    const value = z.number();
    expect(() => storeKey("", { value, scope: "user" })).toThrow("storeKey: expected a non-empty string as name");
    expect(() => storeKey("n", { value, scope: "all" as never })).toThrow("scope: expected session, project, user");
    expect(() => storeKey("n", { value: {} as never, scope: "user" })).toThrow("value: expected a schema");
    expect(() => storeKey("n", { value, scope: "user", lifetimeMs: 0 })).toThrow("lifetimeMs: expected milliseconds");
    expect(() => storeKey("n", { value, scope: "user", lifetime: 1 } as never)).toThrow('unknown key "lifetime"');
    expect(() => storeKey("n", { value, scope: "user" }).for(1 as never)).toThrow("for expects strings");
  });
});
