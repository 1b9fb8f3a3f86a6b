import { describe, expect, test } from "vitest";
import { spawnGreeted, spawnHook } from "../spawn-hook.js";
import { afterLlm, afterTool, approveTool, beforeLlm, beforeTool } from "../wire-calls.js";

const composed = (COMPOSED: string, env: NodeJS.ProcessEnv = {}) =>
  spawnGreeted("composed.mjs", { env: { COMPOSED, ...env } });
const asked = (text: string) => [...text.matchAll(/^ASKED (.*)$/gm)].map(([, who]) => who);

describe("compose", () => {
  test.each(["order", "one inside another"])(
    "members are asked in order, and each sees what the one before left (%s)",
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

  test("the failure of a member that continues leaves the others their say", async () => {
    const hook = await composed("continue, then another");
    expect((await hook.call("hook.before_tool", beforeTool("exec"))).call).toMatchObject({ arguments: { by: ["b"] } });
  });

  test("the failure of a member that blocks refuses, and nobody behind it is asked", async () => {
    const hook = await composed("block, then another");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toMatchObject({ action: "deny_tool" });
    await hook.end();
    expect(asked(hook.stderr())).toEqual(["a"]);
  });

  test("a member that blocks refuses behind one that has no opinion", async () => {
    const hook = await composed("another, then block");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toMatchObject({ action: "deny_tool" });
    await hook.end();
    expect(asked(hook.stderr())).toEqual(["a", "b"]);
  });

  test("the first refusal ends", async () => {
    const hook = await composed("the first refusal ends");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toEqual({
      action: "deny_tool",
      reason: "a says no",
    });
    await hook.end();
    expect(asked(hook.stderr())).toEqual([]);
  });

  test("a call has one deadline, and a member that was not reached fails by its own policy", async () => {
    const hook = await composed("late, then block");
    expect(await hook.call("hook.before_tool", beforeTool("exec"))).toMatchObject({ action: "deny_tool" });
  });

  test("a call that cannot be decoded is refused if any member blocks", async () => {
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

  test("the guards of all members are asked before the own tool of one", async () => {
    const hook = await composed("a tool and a guard");
    const ask = (args: object) => hook.call("hook.before_tool", beforeTool("a_tool", args));
    expect(await ask({ evil: true })).toEqual({ action: "deny_tool", reason: "b says no" });
    expect(await ask({})).toMatchObject({ action: "respond", result: { for_llm: "done" } });
  });

  test.each([
    ["a guard without approveTool, then an approver", "a says no"],
    ["an approver, then a guard without approveTool", "b says no"],
  ])("a guard without approveTool is asked for approval although another member has one (%s)", async (name, reason) => {
    const hook = await composed(name);
    expect(await hook.call("hook.approve_tool", approveTool("exec"))).toEqual({ approved: false, reason });
  });

  test("the first answer counts, unless any member refuses", async () => {
    const hook = await composed("two answers, then perhaps a refusal");
    const ask = (args: object) => hook.call("hook.before_tool", beforeTool("web_fetch", args));
    expect(await ask({})).toMatchObject({ action: "respond", result: { for_llm: "a answers" } });
    expect(await ask({ evil: true })).toEqual({ action: "deny_tool", reason: "c says no" });
  });

  test.each([
    ["order", { name: "a+b+c" }],
    ["a name of its own", { name: "house", version: "7.8.9" }],
  ])("the whole has a name (%s)", async (COMPOSED, name) => {
    const { result = {} } = await spawnHook("composed.mjs", { env: { COMPOSED } }).hello();
    expect(result.manifest ?? result).toMatchObject(name);
  });

  test("each member has its own settings, and what is missing is named for all of them", async () => {
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
  ])("%s do not start", async (COMPOSED, named) => {
    const hook = spawnHook("composed.mjs", { env: { COMPOSED } });
    expect(await hook.exit).toEqual({ code: 1, signal: null });
    expect(hook.stderr()).toMatch(named);
  });
});
