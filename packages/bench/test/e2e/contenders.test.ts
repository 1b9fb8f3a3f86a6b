import { plainEnvironment } from "@agent-hook/sdk/internal/live-agents";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { Builds, type Commands } from "../../src/contenders/builds.js";
import { canStay, commandGuards, startResidents } from "../../src/contenders/guards.js";
import { DANGEROUS_CALL, decisionOn } from "../../src/contenders/known-guards.js";
import { PEERS } from "../../src/contenders/names.js";
import {
  CALLS,
  callOnce,
  inShell,
  isDenied,
  OTHER_HOSTS,
  oneShotGuards,
  ourGuardWithHooks,
  residentCalls,
} from "../../src/contenders/one-shot-guards.js";
import { PERSISTENT_HOOKS, type PersistentHook } from "../../src/contenders/persistent-hooks.js";
import { python } from "../../src/contenders/python.js";
import { MeasuredHook } from "../../src/driver/hook-process.js";
import { WORKS, type Work } from "../../src/wires/wire.js";

// A peer that answers incorrectly would distort the measurement, so each must answer the calls that are measured.

async function open({ wire }: PersistentHook, command: readonly string[]) {
  const conversation = await wire.open(MeasuredHook.start(command));
  onTestFinished(() => conversation.stop());
  return conversation;
}

describe.each(PERSISTENT_HOOKS)("$name", (contender) => {
  test.for(contender.works)("answers %s correctly", async (work) => {
    const conversation = await open(contender, contender.command(work));
    const calls = contender.wire.calls(work, 50);
    const answer = await conversation.call(calls(1));
    expect(contender.wire.isCorrect(work, answer), answer.slice(0, 500)).toBe(true);
    // Large calls are sent one at a time.
    if (!work.startsWith("large")) {
      await conversation.exchange(calls(20), 20);
      await conversation.flow(calls, 120, 10);
    }
    expect(contender.wire.isCorrect(work, await conversation.call(calls(1)))).toBe(true);
  });
});

test.skipIf(python !== undefined)("the Python plugin is left out if there is no python3", () => {
  expect(PERSISTENT_HOOKS.map(({ name }) => name)).not.toContain("python");
});

test("each contender gets the kinds of work that it supports", () => {
  const able = (work: Work) => PERSISTENT_HOOKS.filter(({ works }) => works.includes(work)).map(({ name }) => name);
  const withPython = python === undefined ? [] : ["python"];
  expect(Object.fromEntries(WORKS.map((work) => [work, able(work)]))).toEqual({
    continue: ["bare", "agent-hook", ...withPython, "civic"],
    respond: ["bare", "agent-hook", ...withPython, "mcp", "civic"],
    "large-continue": ["bare", "agent-hook", ...withPython],
    "large-modify": ["bare", "agent-hook", ...withPython],
  });
});

describe("the built hooks", () => {
  const builds = new Builds();
  afterAll(() => builds.remove());

  test("answer like their unbuilt files", async () => {
    const built: readonly (readonly [string, Commands])[] = [
      ["agent-hook", builds.ours("ours-tool")],
      ["mcp", builds.peer("mcp-tool")],
      ["civic", builds.peer("civic-hook")],
    ];
    for (const [name, commands] of built) {
      const contender = PERSISTENT_HOOKS.find((one) => one.name === name) as PersistentHook;
      for (const [form, command] of Object.entries(commands)) {
        const conversation = await open(contender, command);
        const answer = await conversation.call(contender.wire.calls("respond", 1)(1));
        expect(contender.wire.isCorrect("respond", answer), `${name} ${form}: ${answer}`).toBe(true);
      }
    }
  });

  test("deny as guards what they must, in every form, and nothing else", () => {
    const guards = oneShotGuards(builds);
    const call = CALLS["claude-code"];
    for (const { name, commands } of guards) {
      for (const [form, command] of Object.entries(commands)) {
        const [denied, passed] = [call, { ...call, tool_input: { command: "ls" } }].map((one) =>
          callOnce(inShell(command), one),
        );
        expect(isDenied(denied ?? ""), `${name} ${form}: ${denied}`).toBe(true);
        expect(isDenied(passed ?? ""), `${name} ${form}: ${passed}`).toBe(false);
      }
    }
    expect(guards.map(({ name, commands }) => [name, ...Object.keys(commands)].join(" "))).toEqual([
      "bare plain",
      "agent-hook plain bundle snapshot",
      "cc-hooks-ts plain bundle",
      "polyhook plain bundle",
    ]);
    const [{ commands: bare }, { commands: ours }] = guards;
    for (const [host, one] of Object.entries(CALLS)) {
      const answers = [bare.plain, ours.snapshot].map((command) => callOnce(inShell(command), one));
      expect(answers.map(isDenied), host).toEqual([true, true]);
    }
  });

  test("guards that people pick stop the call that is measured, and not a harmless one", () => {
    const env = plainEnvironment(builds.home());
    const guards = commandGuards(builds);
    const { command } = guards.find(({ name }) => name === "resident") ?? {};
    const asked = command === undefined ? [] : [{ command, call: DANGEROUS_CALL, env }];
    const endResidents = startResidents(asked);
    for (const { name, command } of guards) {
      const harmless = { ...DANGEROUS_CALL, tool_input: { command: "ls" } };
      expect(["denies", "asks"], name).toContain(decisionOn(DANGEROUS_CALL, command, env));
      expect(decisionOn(harmless, command, env), name).toBe("allows");
    }
    endResidents();
    expect(guards.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["bare", "agent-hook", "ready-made", "cc-safety-net"]),
    );
  });

  test.runIf(canStay)("a process that stays denies the call that is measured, under each host", () => {
    const own = new Builds();
    const calls = residentCalls(own.ours("ours-guard").snapshot, plainEnvironment(own.home()));
    const endResidents = startResidents(calls);
    for (const { host, command, call, env } of calls) expect(isDenied(callOnce(command, call, env)), host).toBe(true);
    endResidents();
    own.remove();
    expect(calls.map(({ host }) => host)).toEqual(OTHER_HOSTS);
  });

  test("ready-made hooks decide in every form as they do from plain files", () => {
    const ask = (command: readonly string[], text: string) =>
      callOnce(inShell(command), { ...CALLS["claude-code"], tool_input: { command: text } });
    for (const [form, command] of Object.entries(ourGuardWithHooks(builds))) {
      expect(isDenied(ask(command, "rm -rf victim")), form).toBe(true);
      expect(ask(command, "git reset --hard"), form).toContain("git stash");
      expect(ask(command, "cat .env"), form).toContain("secrets");
      expect(ask(command, "ls"), form).toBe("");
    }
  });
});

test("every peer has at least one measurement", () => {
  const measured = [...PERSISTENT_HOOKS.map(({ name }) => name), "cc-hooks-ts", "polyhook"];
  const missing = PEERS.filter((name) => !measured.includes(name));
  expect(missing).toEqual(python === undefined ? ["python"] : []);
});
