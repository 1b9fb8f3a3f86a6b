import { describe, expect, test } from "vitest";
import { spawnHook, spawnReady } from "../../spawn-hook.js";
import { afterLlm, afterTool, approveTool, beforeLlm, beforeTool } from "../../wire-calls.js";

const composed = (COMPOSED: string, env: NodeJS.ProcessEnv = {}) =>
  spawnReady("composed.mjs", { env: { COMPOSED, ...env } });
const asked = (text: string) => [...text.matchAll(/^ASKED (.*)$/gm)].map(([, who]) => who);

describe("compose", () => {
  test.each(["order", "one inside another"])(
    "calls members in order, and each sees the changes of those before it (%s)",
    async (name) => {
      const hook = await composed(name);
      expect((await hook.call("hook.before_llm", beforeLlm())).request).toEqual({
        ...beforeLlm(),
        model: "fake-a-b-c",
      });
      expect((await hook.call("hook.after_llm", afterLlm())).response).toMatchObject({
        response: { content: "hi-a-b-c" },
      });
      expect((await hook.call("hook.before_tool", beforeTool("exec"))).call).toMatchObject({
        arguments: { by: ["a", "b", "c"] },
      });
      expect((await hook.call("hook.after_tool", afterTool("exec"))).result).toMatchObject({
        result: { for_llm: "done-a-b-c" },
      });
    },
  );

  test("calls the other members after the failure of a member that continues", async () => {
    const hook = await composed("continue, then another");
    expect((await hook.call("hook.before_tool", beforeTool("exec"))).call).toMatchObject({ arguments: { by: ["b"] } });
  });

  test("denies when a member that blocks fails, and calls no later member", async () => {
    const hook = await composed("block, then another");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toMatchObject({ action: "deny_tool" });
    await hook.end();
    expect(asked(hook.stderr())).toEqual(["a"]);
  });

  test("denies when a blocking member fails after a member without a decision", async () => {
    const hook = await composed("another, then block");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toMatchObject({ action: "deny_tool" });
    await hook.end();
    expect(asked(hook.stderr())).toEqual(["a", "b"]);
  });

  test("stops at the first denial", async () => {
    const hook = await composed("the first denial ends");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toEqual({
      action: "deny_tool",
      reason: "a says no",
    });
    await hook.end();
    expect(asked(hook.stderr())).toEqual([]);
  });

  test("one deadline applies to a call, and a member that was not reached fails by its own policy", async () => {
    const hook = await composed("late, then block");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toMatchObject({ action: "deny_tool" });
  });

  test("denies a call that cannot be decoded if any member blocks", async () => {
    const hook = await composed("one blocks");
    expect((await hook.ask("hook.before_tool", [])).result).toMatchObject({ action: "deny_tool" });
    const open = await composed("order");
    expect((await open.ask("hook.before_tool", [])).error).toMatchObject({ code: -32_602 });
  });

  test("every approver must approve", async () => {
    const hook = await composed("two approvers");
    const ask = (args: object) => hook.call("hook.approve_tool", approveTool("exec", args));
    expect(await ask({})).toMatchObject({ approved: true });
    expect(await ask({ evil: true })).toEqual({ approved: false, reason: "b says no" });
  });

  test("calls the guards of all members before a member's own tool", async () => {
    const hook = await composed("a tool and a guard");
    const ask = (args: object) => hook.call("hook.before_tool", beforeTool("a_tool", args));
    expect(await ask({ evil: true })).toEqual({ action: "deny_tool", reason: "b says no" });
    expect(await ask({})).toMatchObject({ action: "respond", result: { for_llm: "done" } });
  });

  test.each([
    ["a guard without approveTool, then an approver", "a says no"],
    ["an approver, then a guard without approveTool", "b says no"],
  ])("asks a guard without approveTool for approval even if another member has one (%s)", async (name, reason) => {
    const hook = await composed(name);
    expect(await hook.call("hook.approve_tool", approveTool("exec"))).toEqual({ approved: false, reason });
  });

  test("sends the first answer unless any member denies", async () => {
    const hook = await composed("two answers, then perhaps a denial");
    const ask = (args: object) => hook.call("hook.before_tool", beforeTool("web_fetch", args));
    expect(await ask({})).toMatchObject({ action: "respond", result: { for_llm: "a answers" } });
    expect(await ask({ evil: true })).toEqual({ action: "deny_tool", reason: "c says no" });
  });

  test.each([
    ["order", { name: "a+b+c" }],
    ["a name of its own", { name: "house", version: "7.8.9" }],
  ])("the composition has a name (%s)", async (COMPOSED, name) => {
    const { result = {} } = await spawnHook("composed.mjs", { env: { COMPOSED } }).hello();
    expect(result.manifest ?? result).toMatchObject(name);
  });

  test("gives each member its own settings, and names every missing one", async () => {
    const hook = await composed("settings of each", { KEY_A: "1", KEY_B: "2" });
    await hook.call("hook.before_tool", beforeTool("exec"));
    await hook.end();
    expect(asked(hook.stderr())).toEqual(['{"KEY_A":"1"}', '{"KEY_B":"2"}']);
    const bare = spawnHook("composed.mjs", { env: { COMPOSED: "settings of each" } });
    expect(await bare.exit).toMatchObject({ code: 1 });
    expect(bare.stderr()).toMatch(/KEY_A/);
    expect(bare.stderr()).toMatch(/KEY_B/);
  });

  test.each([
    ["two tools of one name", /twin/],
    ["two deadlines", /deadline|interceptMs/],
  ])("%s stop the start", async (COMPOSED, named) => {
    const hook = spawnHook("composed.mjs", { env: { COMPOSED } });
    expect(await hook.exit).toEqual({ code: 1, signal: null });
    expect(hook.stderr()).toMatch(named);
  });
});
