import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { approveTool, beforeTool } from "../../wire-calls.js";

const approved = [
  "nothing",
  "nothing, later",
  "an empty modify",
  "a modify to the same tool",
  "a modify to equal arguments",
];
const rejected = [
  "a modify to other arguments",
  "a modify to fewer arguments",
  "a modify in place",
  "a modify in place, deep inside",
  "a modify to another tool",
  "respond",
  "abortTurn",
  "hardAbort",
  "a throw",
  "a nonsense decision",
  "silence for ever",
];

describe("a block hook without approveTool, asked for approval", () => {
  const approvalOf = async (ruling: string) => {
    const hook = await spawnReady("guard-by-rerun.mjs");
    return hook.call("hook.approve_tool", approveTool("exec", { ruling, nested: { list: [1, { deep: null }] } }));
  };

  test.each(approved)("%s approves the call", async (ruling) => {
    expect(await approvalOf(ruling)).toMatchObject({ approved: true });
  });

  test.each(rejected)("%s rejects the call with a reason", async (ruling) => {
    expect(await approvalOf(ruling)).toEqual({ approved: false, reason: expect.stringMatching(/./) });
  });

  test("a denial rejects the call with its own reason", async () => {
    expect(await approvalOf("deny")).toEqual({ approved: false, reason: "no shell for this agent" });
  });

  test("beforeTool still returns its own decision", async () => {
    const hook = await spawnReady("guard-by-rerun.mjs");
    const ask = (ruling: string) => hook.call("hook.before_tool", beforeTool("exec", { ruling }));
    expect(await ask("deny")).toEqual({ action: "deny_tool", reason: "no shell for this agent" });
    expect(await ask("respond")).toMatchObject({ action: "respond", result: { for_llm: "from the cache" } });
    expect(await ask("abortTurn")).toEqual({ action: "abort_turn", reason: "enough" });
    expect(await ask("hardAbort")).toEqual({ action: "hard_abort", reason: "enough" });
  });
});
