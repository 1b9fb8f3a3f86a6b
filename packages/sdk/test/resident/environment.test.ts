import { expect, it } from "vitest";
import { Environment, takeResidentPath } from "../../src/serve/resident/environment.js";

const block = (...entries: readonly string[]) => Buffer.from(entries.map((entry) => `${entry}\0`).join(""), "latin1");

it("accepts the same environment in any order, whatever the shell sets for each program", () => {
  const own = new Environment(block("A=1", "B=x=y", "_=/usr/bin/node", "SHLVL=2", "AGENT_HOOK_RESIDENT=1 /x"));
  expect(own.isSame(block("B=x=y", "A=1", "_=/usr/bin/curl", "SHLVL=1"))).toBe(true);
});

it.each([
  ["another value", ["A=2", "B="]],
  ["a value with other bytes that are not UTF-8", ["A=1\xff", "B="]],
  ["a variable that is missing", ["A=1"]],
  ["an empty variable instead of a missing one", ["A=1", "B=", "C="]],
  ["a variable twice", ["A=1", "A=1", "B="]],
  ["another command, folder or host", ["A=1", "B=", "AGENT_HOOK_RESIDENT_FOR=/other"]],
  ["nothing", []],
])("rejects %s", (_what, entries) => {
  expect(new Environment(block("A=1", "B=")).isSame(block(...entries))).toBe(false);
});

it("stays only as the process that the launcher started, and hides this from the hook's children", () => {
  const env = { AGENT_HOOK_RESIDENT: `${process.pid} /a folder/1-2`, AGENT_HOOK_RESIDENT_FOR: "x", HOME: "/h" };
  expect(takeResidentPath(env)).toBe("/a folder/1-2");
  expect(env).toEqual({ HOME: "/h" });
  expect(takeResidentPath({ AGENT_HOOK_RESIDENT: `${process.ppid} /a/1-2` })).toBeUndefined();
  expect(takeResidentPath({})).toBeUndefined();
});
