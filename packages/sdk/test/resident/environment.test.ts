import { expect, it, vi } from "vitest";
import { Environment, takeResidentStart } from "../../src/serve/resident/environment.js";
import { limitLoading } from "../../src/serve/resident/loading.js";
import { DIFFERENT_EACH_TIME, VariableRule } from "../../src/serve/resident/variables.js";

const block = (...entries: readonly string[]) => Buffer.from(entries.map((entry) => `${entry}\0`).join(""), "latin1");

const ALL = VariableRule.allExcept(DIFFERENT_EACH_TIME);

it("accepts the same environment in any order, whatever the shell sets for each program", () => {
  const own = new Environment(block("A=1", "B=x=y", "_=/usr/bin/node", "SHLVL=2", "AGENT_HOOK_RESIDENT=1 /x"), ALL);
  expect(own.isSame(block("B=x=y", "A=1", "_=/usr/bin/perl", "SHLVL=1"))).toBe(true);
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
  expect(new Environment(block("A=1", "B="), ALL).isSame(block(...entries))).toBe(false);
});

it.each([
  [
    "of an author's hook",
    ALL,
    ["CLAUDE_CODE_SESSION_ID", "TMUX_PANE", "SSH_TTY"],
    ["SESSION", "MY_TMUX", "SSH_AUTH_SOCK"],
  ],
  ["that reads known ones", VariableRule.only(["HOME", "LC_*"]), ["A", "HOMES", "LC"], ["HOME", "LC_ALL"]],
])("compares the variables that make a difference to a hook %s", (_what, rule, ignored, compared) => {
  const own = new Environment(block("HOME=/h", "LC_ALL=C"), rule);
  for (const name of ignored)
    expect([name, own.isSame(block("HOME=/h", "LC_ALL=C", `${name}=1`))]).toEqual([name, true]);
  for (const name of compared) expect([name, own.isSame(block(`${name}=1`, "HOME=/h"))]).toEqual([name, false]);
});

it("gives the hook the caller's values of the variables that it does not compare, and no others", () => {
  const own = new Environment(block("A=1", "SSH_TTY=/dev/pts/1", "SHLVL=1", "TMUX=a"), ALL);
  const env = { A: "1", SSH_TTY: "/dev/pts/1", SHLVL: "1", TMUX: "a" } as NodeJS.ProcessEnv;
  own.apply(block("A=1", "SHLVL=3", "TMUX=b=\xc3\xa9", "WINDOWID=7"), env);
  expect(env).toEqual({ A: "1", SHLVL: "1", TMUX: "b=é", WINDOWID: "7" });
  own.apply(block("A=1", "TMUX=c"), env);
  expect(env).toEqual({ A: "1", SHLVL: "1", TMUX: "c" });
});

it("stays only as the process that the launcher started, and hides this from the hook's children", () => {
  const env = {
    AGENT_HOOK_RESIDENT: `${process.pid},10,200 /a folder\n/1-2`,
    AGENT_HOOK_RESIDENT_FOR: "x",
    HOME: "/h",
  };
  expect(takeResidentStart(env)).toEqual({ path: "/a folder\n/1-2", inherited: [10, 200] });
  expect(env).toEqual({ HOME: "/h" });
  expect(takeResidentStart({ AGENT_HOOK_RESIDENT: `${process.ppid} /a/1-2` })).toBeUndefined();
  expect(takeResidentStart({})).toBeUndefined();
});

it("ends if it does not come to answer calls", () => {
  const env = { AGENT_HOOK_RESIDENT: `${process.pid} /a/1-2` };
  const clock = { now: () => 0, after: vi.fn(() => () => {}) };
  const end = () => undefined as never;
  limitLoading({}, clock, end);
  limitLoading({ AGENT_HOOK_RESIDENT: `${process.ppid} /a/1-2` }, clock, end);
  expect(clock.after).not.toHaveBeenCalled();
  limitLoading(env, clock, end);
  expect(clock.after).toHaveBeenCalledExactlyOnceWith(60_000, end, { unref: true });
  expect(env).toEqual({ AGENT_HOOK_RESIDENT: `${process.pid} /a/1-2` });
});
