import { describe, expect, onTestFinished, test } from "vitest";
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
    continue: ["bare", "agent-hook", ...withPython],
    respond: ["bare", "agent-hook", ...withPython, "mcp"],
    "large-modify": ["bare", "agent-hook", ...withPython],
  });
});
