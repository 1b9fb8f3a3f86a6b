import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  approve,
  type BeforeToolDecision,
  compose,
  defineHook,
  defineTool,
  deny,
  type Hook,
  modify,
} from "../../src/index.js";
import { dispatcherOf, toolCall } from "./dispatcher-of.js";

const guardOf = (beforeTool: NonNullable<Hook["beforeTool"]>, onFailure: "block" | "continue" = "block") =>
  defineHook({ name: "guard", onFailure, beforeTool, approveTool: () => approve() });

describe("a decision of beforeTool that the host did not wait for", () => {
  it("denies the approval of the same call, though approveTool would approve", async () => {
    const { dispatcher } = await dispatcherOf(guardOf(() => deny("not this")));
    await dispatcher.ask("beforeTool", toolCall("exec", { command: "rm" }));
    expect(await dispatcher.ask("approveTool", toolCall("exec", { command: "rm" }))).toEqual({
      action: "deny",
      reason: "not this",
    });
    expect(await dispatcher.ask("approveTool", toolCall("exec", { command: "ls" }))).toEqual({ action: "approve" });
  });

  it("is remembered until the host asks for approval, with any number of denials in between", async () => {
    const { dispatcher, clock } = await dispatcherOf(guardOf(() => deny("not this")));
    for (let n = 0; n < 1000; n++) await dispatcher.ask("beforeTool", toolCall("exec", { n }));
    clock.advance(60_000);
    expect(await dispatcher.ask("approveTool", toolCall("exec", { n: 0 }))).toMatchObject({ action: "deny" });
  });

  it("applies to a call with long arguments, but not to another of the same length", async () => {
    const { dispatcher } = await dispatcherOf(guardOf(() => deny("not this")));
    const text = "x".repeat(10_000);
    await dispatcher.ask("beforeTool", toolCall("exec", { text: `${text}a` }));
    expect(await dispatcher.ask("approveTool", toolCall("exec", { text: `${text}a` }))).toMatchObject({
      action: "deny",
    });
    expect(await dispatcher.ask("approveTool", toolCall("exec", { text: `${text}b` }))).toEqual({ action: "approve" });
  });

  it("is awaited if it is still pending", async () => {
    let rule: (decision: BeforeToolDecision) => void = () => {};
    const guard = guardOf(() => new Promise<BeforeToolDecision>((resolve) => (rule = resolve)));
    const { dispatcher } = await dispatcherOf(guard);
    const before = dispatcher.ask("beforeTool", toolCall("exec"));
    const approval = dispatcher.ask("approveTool", toolCall("exec"));
    rule(deny("not this"));
    expect(await before).toMatchObject({ action: "deny" });
    expect(await approval).toEqual({ action: "deny", reason: "not this" });
  });

  it("denies if it failed at its deadline", async () => {
    const { dispatcher, clock } = await dispatcherOf(guardOf(() => new Promise(() => {})));
    const before = dispatcher.ask("beforeTool", toolCall("exec"));
    clock.advance(4500);
    expect(await before).toMatchObject({ action: "deny" });
    expect(await dispatcher.ask("approveTool", toolCall("exec"))).toMatchObject({ action: "deny" });
  });

  it("denies if it changed the call, and the change did not arrive", async () => {
    const guard = guardOf((call) => modify({ arguments: { ...call.arguments, safe: true } }));
    const { dispatcher } = await dispatcherOf(guard);
    await dispatcher.ask("beforeTool", toolCall("exec", { command: "rm" }));
    expect(await dispatcher.ask("approveTool", toolCall("exec", { command: "rm" }))).toMatchObject({
      action: "deny",
    });
    expect(await dispatcher.ask("approveTool", toolCall("exec", { command: "rm", safe: true }))).toEqual({
      action: "approve",
    });
  });

  it("denies if it changed the call in place", async () => {
    const guard = guardOf((call) => {
      (call.arguments as Record<string, unknown>).safe = true;
      return modify({ arguments: call.arguments });
    });
    const { dispatcher } = await dispatcherOf(guard);
    await dispatcher.ask("beforeTool", toolCall("exec", { command: "rm" }));
    expect(await dispatcher.ask("approveTool", toolCall("exec", { command: "rm" }))).toMatchObject({
      action: "deny",
    });
  });

  it("does not deny if it allowed the call, or belongs to another turn", async () => {
    const { dispatcher } = await dispatcherOf(guardOf((call) => (call.origin.turnId === "1" ? deny("no") : undefined)));
    const inTurn = (turnId: string) => ({ ...toolCall("exec"), origin: { turnId } });
    await dispatcher.ask("beforeTool", inTurn("1"));
    await dispatcher.ask("beforeTool", inTurn("2"));
    expect(await dispatcher.ask("approveTool", inTurn("2"))).toEqual({ action: "approve" });
    expect(await dispatcher.ask("approveTool", inTurn("1"))).toMatchObject({ action: "deny" });
  });

  it("is ignored under continue", async () => {
    const { dispatcher } = await dispatcherOf(guardOf(() => deny("no"), "continue"));
    await dispatcher.ask("beforeTool", toolCall("exec"));
    expect(await dispatcher.ask("approveTool", toolCall("exec"))).toEqual({ action: "approve" });
  });
});

describe("a second check", () => {
  const prefixing = () => {
    const asked: unknown[] = [];
    const hook = defineHook({
      name: "prefix",
      onFailure: "block",
      beforeTool: ({ arguments: { path } }) => {
        asked.push(path);
        return modify({ arguments: { path: `/work/${path}` } });
      },
    });
    return { asked, hook };
  };
  const read = (path: string, turnId = "1") => ({ ...toolCall("read", { path }), origin: { turnId } });

  it("is skipped once for a call that is as the hook left it", async () => {
    const { asked, hook } = prefixing();
    const { dispatcher } = await dispatcherOf(hook);
    await dispatcher.ask("beforeTool", read("a"));
    expect(await dispatcher.ask("approveTool", read("/work/a"))).toEqual({ action: "approve" });
    expect(asked).toEqual(["a"]);
    expect(await dispatcher.ask("approveTool", read("/work/a"))).toMatchObject({ action: "deny" });
  });

  it("is skipped though the host sent the arguments in another order", async () => {
    const asked: unknown[] = [];
    const hook = defineHook({
      name: "prefix",
      onFailure: "block",
      beforeTool: ({ arguments: { path } }) => {
        asked.push(path);
        return modify({ arguments: { z: [{ b: 1, a: 2 }], path: `/work/${path}` } });
      },
    });
    const { dispatcher } = await dispatcherOf(hook);
    await dispatcher.ask("beforeTool", read("a"));
    const sorted = { ...read("a"), arguments: { path: "/work/a", z: [{ a: 2, b: 1 }] } };
    expect(await dispatcher.ask("approveTool", sorted)).toEqual({ action: "approve" });
    expect(asked).toEqual(["a"]);
  });

  it("runs for a call whose change did not arrive, that was changed since, or that has another turn or none", async () => {
    const { hook } = prefixing();
    const { dispatcher } = await dispatcherOf(hook);
    await dispatcher.ask("beforeTool", read("a"));
    expect(await dispatcher.ask("approveTool", read("a"))).toMatchObject({ action: "deny" });
    expect(await dispatcher.ask("approveTool", read("/work/b"))).toMatchObject({ action: "deny" });
    expect(await dispatcher.ask("approveTool", read("/work/a", "2"))).toMatchObject({ action: "deny" });
    await dispatcher.ask("beforeTool", toolCall("read", { path: "a" }));
    expect(await dispatcher.ask("approveTool", toolCall("read", { path: "/work/a" }))).toMatchObject({
      action: "deny",
    });
  });

  it("runs if an equal call was denied since, by this hook or another, or is still being checked", async () => {
    let left = 1;
    let rule: (decision?: BeforeToolDecision) => void = () => {};
    const once = defineHook({
      name: "once",
      onFailure: "block",
      beforeTool: ({ tool }) => {
        if (tool === "slow") return new Promise<BeforeToolDecision | undefined>((resolve) => (rule = resolve));
        return left-- > 0 ? undefined : deny("only once");
      },
    });
    const { dispatcher } = await dispatcherOf(once);
    await dispatcher.ask("beforeTool", read("a"));
    expect(await dispatcher.ask("beforeTool", read("a"))).toMatchObject({ action: "deny" });
    expect(await dispatcher.ask("approveTool", read("a"))).toMatchObject({ action: "deny" });

    const slow = { ...read("a"), tool: "slow" };
    const first = dispatcher.ask("beforeTool", slow);
    rule();
    await first;
    const second = dispatcher.ask("beforeTool", slow);
    const ruleSecond = rule;
    const approval = dispatcher.ask("approveTool", slow);
    ruleSecond(deny("late"));
    rule(deny("late"));
    expect(await second).toMatchObject({ action: "deny" });
    expect(await approval).toMatchObject({ action: "deny" });

    left = 2;
    const denies = defineHook({ name: "denies", beforeTool: () => deny("no") });
    const both = await dispatcherOf(compose(once, denies));
    await both.dispatcher.ask("beforeTool", read("b"));
    left = 0;
    expect(await both.dispatcher.ask("approveTool", read("b"))).toMatchObject({ action: "deny" });
  });

  it("runs for each member, though two have the same name", async () => {
    const guard = defineHook({
      name: "g",
      onFailure: "block",
      beforeTool: ({ arguments: { path } }) => (path === "/etc" ? deny("not there") : undefined),
    });
    const rewrites = defineHook({
      name: "g",
      onFailure: "block",
      beforeTool: () => modify({ arguments: { path: "/etc" } }),
    });
    const { dispatcher } = await dispatcherOf(compose(guard, rewrites));
    await dispatcher.ask("beforeTool", read("a"));
    expect(await dispatcher.ask("approveTool", read("/etc"))).toMatchObject({ action: "deny", reason: "not there" });
  });

  it("notices a change from an infinite number to null", async () => {
    const guard = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: ({ arguments: args }) =>
        modify({ arguments: { ...args, amount: Number.isFinite(args.amount) ? args.amount : null } }),
    });
    const { dispatcher } = await dispatcherOf(guard);
    const call = toolCall("pay", JSON.parse('{"amount":1e999}'));
    expect(await dispatcher.ask("approveTool", call)).toMatchObject({ action: "deny" });
  });

  it("does not see an in-place change by a later member before an own tool runs", async () => {
    const read = defineTool({
      name: "read",
      description: "Reads",
      input: z.object({ path: z.string() }),
      run: ({ path }) => `read ${path}`,
    });
    const guard = defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: (call) => (call.arguments.path === "/etc" ? deny("not there") : undefined),
    });
    const meddler = defineHook({
      name: "meddler",
      tools: [read],
      beforeTool: (call) => {
        (call.arguments as { path: string }).path = "/etc";
      },
    });
    const { dispatcher } = await dispatcherOf(compose(guard, meddler));
    expect(await dispatcher.ask("beforeTool", toolCall("read", { path: "/home" }, "read"))).toEqual({
      action: "respond",
      result: { forLlm: "read /home" },
    });
  });
});
