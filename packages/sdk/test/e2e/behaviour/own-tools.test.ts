import { describe, expect, test } from "vitest";
import { type RunningHook, spawnReady } from "../../spawn-hook.js";
import { beforeTool, policies } from "../../wire-calls.js";

const run = (hook: RunningHook, tool: string, args: object = {}) =>
  hook.call("hook.before_tool", beforeTool(tool, { city: "Beijing", ...args }));

/** Returns which handlers were called, in order, once the process has ended. */
async function asked(hook: RunningHook): Promise<string[]> {
  await hook.end();
  return [...hook.stderr().matchAll(/^ASKED (.*)$/gm)].map(([, who = ""]) => who);
}

const greeted = (POLICY = "continue") => spawnReady("own-tools.mjs", { env: { POLICY } });

describe("own tools", () => {
  test("parses valid arguments, runs the tool and answers with its text", async () => {
    const hook = await greeted();
    const result = await run(hook, "echo_args", { stray: 1 });
    expect(result).toMatchObject({ action: "respond", result: { for_llm: '{"city":"Beijing","days":3}' } });
    expect(result.result?.is_error ?? false).toBe(false);
    expect(await run(hook, "later")).toMatchObject({ result: { for_llm: "Beijing, later" } });
  });

  test("answers invalid arguments with an error result that names the path but no value", async () => {
    const hook = await greeted();
    for (const [args, path] of [
      [{ city: 4711 }, "city"],
      [{ city: undefined }, "city"],
      [{ days: "hunter2" }, "days"],
    ] as const) {
      const result = await run(hook, "echo_args", args);
      expect(result).toMatchObject({
        action: "respond",
        result: { is_error: true, for_llm: expect.stringContaining(path) },
      });
      expect(JSON.stringify(result)).not.toMatch(/4711|hunter2/);
    }
    expect(await asked(hook)).not.toContain("run echo_args");
  });

  test("sends the text of a ToolError to the model", async () => {
    const hook = await greeted();
    const expected = { action: "respond", result: { for_llm: "no such city, try Beijing", is_error: true } };
    expect(await run(hook, "tool_error")).toMatchObject(expected);
    expect(await run(hook, "rejecting_tool_error")).toMatchObject(expected);
  });

  test("sends a whole result with PicoClaw's names", async () => {
    const hook = await greeted();
    expect((await run(hook, "whole_result")).result).toMatchObject({
      for_llm: "for the model",
      for_user: "for the user",
      media: ["media://abc123"],
      artifact_tags: ["[image]"],
      response_handled: true,
    });
    expect((await run(hook, "failed_result")).result).toMatchObject({ for_llm: "did not work", is_error: true });
  });

  test("sends the parsed value as JSON to the model if there is an output schema", async () => {
    const hook = await greeted();
    expect((await run(hook, "typed_reply")).result).toMatchObject({ for_llm: '{"city":"Beijing","degrees":15}' });
  });

  test("calls beforeTool, approveTool and the tool's approve before run, in this order", async () => {
    const hook = await greeted();
    expect(await run(hook, "guarded")).toMatchObject({ action: "respond", result: { for_llm: "done" } });
    const order = ["beforeTool guarded", "approveTool guarded Beijing", "tool.approve 3 object", "run guarded"];
    expect(await asked(hook)).toEqual(order);
  });

  test("approves and runs the call as beforeTool rewrote it", async () => {
    const hook = await greeted();
    const result = await run(hook, "echo_args", { before: "modify" });
    expect(result).toMatchObject({ action: "respond", result: { for_llm: '{"city":"Shanghai","days":3}' } });
    expect(await asked(hook)).toContain("approveTool echo_args Shanghai");
  });
});

describe.each(policies)("failures of own tools, under %s", (POLICY) => {
  test(`a wrong reply is answered with an error result, and stderr explains it (${POLICY})`, async () => {
    const hook = await greeted(POLICY);
    for (const [tool, named] of [
      ["misspelt_reply", /forUsr/],
      ["wire_reply", /for_llm/],
      ["empty_reply", /empty_reply/],
      ["number_reply", /number_reply/],
      ["untrue_reply", /untrue_reply/],
    ] as const) {
      expect(await run(hook, tool), tool).toMatchObject({ action: "respond", result: { is_error: true } });
      await hook.logged(named);
    }
  });

  test(`a call that is not approved does not run (${POLICY})`, async () => {
    const hook = await greeted(POLICY);
    for (const [args, reason] of [
      [{ before: "deny" }, "beforeTool says no"],
      [{ rule: "reject" }, "approveTool says no"],
      [{ city: "Pyongyang" }, "the tool says no"],
      [{ city: "Nowhere" }, ""],
    ] as const) {
      const result = await run(hook, "guarded", args);
      expect(result).toEqual({ action: "deny_tool", reason: expect.stringContaining(reason) });
    }
    expect(await asked(hook)).not.toContain("run guarded");
  });
});
