import { describe, expect, test } from "vitest";
import { payloadOf } from "../../command-hosts/recordings.js";
import { spawnHook, spawnReady } from "../../spawn-hook.js";
import { approveTool, beforeTool } from "../../wire-calls.js";

const REDEFINED = [
  "nothing",
  "Error[Symbol.hasInstance], always true",
  "Error[Symbol.hasInstance], always false",
  "Promise[Symbol.hasInstance]",
  "Promise.prototype.then",
  "Promise.prototype.then, without the value",
  "Promise.prototype.then and constructor",
  "Promise.prototype.then and constructor, to approve",
  "Promise.prototype.catch",
  "Object.fromEntries",
  "Object.entries",
  "Object.keys",
  "Array.prototype.map",
  "Array.prototype.filter",
  "Array.prototype.includes, to throw",
  "Set.prototype.has",
  "Array.isArray",
  "JSON.stringify",
  "String.prototype.replaceAll",
  "Object.prototype.toJSON",
  "Object.prototype.action",
  "Object.prototype.approved",
  "Object.prototype.tool, read-only",
  "Object.prototype.error",
];
const REFUSED = [
  "throws",
  "rejects its promise",
  "returns nothing",
  "returns an empty object",
  "returns an empty object later",
  "refuses",
  "refuses later",
];

describe.each(REDEFINED)("a guard after a dependency redefined %s", (what) => {
  test("rejects forbidden calls, and rejects on every failure", async () => {
    const hook = await spawnReady("redefines.mjs", { env: { REDEFINES: what } });
    for (const verdict of REFUSED) {
      const answer = await hook.call("hook.approve_tool", approveTool(verdict));
      expect(answer, verdict).toMatchObject({ approved: false });
    }
  });

  test("denies forbidden calls before the tool, and denies on every failure", async () => {
    const hook = await spawnReady("redefines.mjs", { env: { REDEFINES: what, AT: "beforeTool" } });
    for (const verdict of [...REFUSED.filter((one) => one !== "returns nothing"), "denies", "denies later"]) {
      const answer = await hook.call("hook.before_tool", beforeTool(verdict));
      expect(answer, verdict).toMatchObject({ action: "deny_tool" });
    }
  });
});

describe.each(REDEFINED)("a one-shot guard after a dependency redefined %s", (what) => {
  const call = { ...payloadOf("claude-code", "PreToolUse"), tool_name: "Bash", tool_input: { command: "ls" } };
  test.each([
    ["approveTool", "refuses later"],
    ["approveTool", "throws later"],
    ["beforeTool", "denies"],
    ["beforeTool", "denies later"],
    ["beforeTool", "refuses later"],
    ["beforeTool", "throws later"],
    ["native", "denies natively"],
    ["native", "throws later"],
  ])("denies in %s when it %s", async (at, verdict) => {
    const hook = spawnHook("redefines.mjs", { env: { REDEFINES: what, AT: at, VERDICT: verdict } });
    await hook.send(call);
    const { code } = await hook.end();
    expect(code === 2 || hook.lines.join("").includes('"permissionDecision":"deny"'), hook.lines.join("")).toBe(true);
  });
});

test.each(["", "{}"])("a guard denies when JSON.stringify returns %j for everything", async (text) => {
  const replaced = `data:text/javascript,JSON.stringify=()=>'${text}'`;
  const call = { ...payloadOf("claude-code", "PreToolUse"), tool_name: "Bash", tool_input: { command: "ls" } };
  const env = { NODE_OPTIONS: `--import=${replaced}`, AT: "beforeTool", VERDICT: "refuses" };
  const hook = spawnHook("redefines.mjs", { env });
  await hook.send(call);
  expect(await hook.end()).toMatchObject({ code: 2 });
  expect(hook.lines).toEqual([]);
});

test.each([
  ["approveTool", "rejects by a promise of another class"],
  ["beforeTool", "denies by a promise of another class"],
])("a decision of %s may be in a lazy promise", async (at, verdict) => {
  const hook = await spawnReady("redefines.mjs", { env: { AT: at, VERDICT: verdict } });
  const [method, expected] =
    at === "approveTool"
      ? ["hook.approve_tool", { approved: false, reason: "no" }]
      : ["hook.before_tool", { action: "deny_tool", reason: "no" }];
  expect(await hook.call(method as string, beforeTool("x"))).toEqual(expected);
});

describe.each(["Object.fromEntries", "Object.entries", "Array.prototype.map", "Array.prototype.filter"])(
  "a guard that checks the tool's name, after a dependency redefined %s",
  (what) => {
    test("sees the name of each call of a persistent host", async () => {
      const hook = await spawnReady("redefines.mjs", { env: { REDEFINES: what } });
      expect(await hook.call("hook.approve_tool", approveTool("refuses"))).toMatchObject({ approved: false });
      expect(await hook.call("hook.approve_tool", approveTool("approves"))).toEqual({ approved: true });
    });

    test("sees the name in its only call as a one-shot guard", async () => {
      const hook = spawnHook("redefines.mjs", { env: { REDEFINES: what, WHEN: "start" } });
      await hook.send({ ...payloadOf("claude-code", "PreToolUse"), tool_name: "approves", tool_input: {} });
      expect(await hook.end()).toMatchObject({ code: 0 });
      expect(hook.lines.join("")).not.toContain("deny");
    });
  },
);

test("a guard approves when nothing is redefined", async () => {
  const hook = await spawnReady("redefines.mjs");
  expect(await hook.call("hook.approve_tool", approveTool("approves"))).toEqual({ approved: true });
});
