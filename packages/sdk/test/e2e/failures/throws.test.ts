import { describe, expect, test } from "vitest";
import { type RunningHook, spawnHook, spawnReady } from "../../spawn-hook.js";
import { beforeTool, isFailure, type Policy, points, policies, scripted } from "../../wire-calls.js";

const kinds = [
  "an error",
  "a text",
  "nothing",
  "null",
  "an error whose message throws",
  "an object that cannot be printed",
  "a revoked proxy",
  "an error that looks like JSON-RPC's",
  "an error that was frozen",
];

/** Returns the id: the only word that differs from the text of a second failure. */
function idIn(text: string, other: string): string {
  const words = new Set(other.match(/[\w-]+/g));
  const [id] = text.match(/[\w-]+/g)?.filter((word) => !words.has(word)) ?? [];
  expect(id, `${text} | ${other}`).toBeDefined();
  return id ?? "";
}

async function failEverywhere(hook: RunningHook, policy: Policy) {
  for (const point of points) {
    const result = await hook.call(`hook.${point}`, scripted[point](undefined));
    expect(result, point).toSatisfy((answer) => isFailure(answer, point, policy));
  }
}

describe.each(policies)("a throw sends nothing to the host except an id, under %s", (POLICY) => {
  test.each(kinds)(`%s never reaches the host when it is thrown (${POLICY})`, async (THROWN) => {
    const hook = await spawnReady("throws.mjs", { env: { POLICY, THROWN } });
    await failEverywhere(hook, POLICY);
    const unapproved = await hook.call("hook.before_tool", beforeTool("unapproved_tool"));
    expect(unapproved).toEqual({ action: "deny_tool", reason: expect.stringMatching(/./) });
    for (const tool of ["broken_tool", "rejecting_tool", "unread_tool"]) {
      const result = await hook.call("hook.before_tool", beforeTool(tool));
      expect(result).toMatchObject({ action: "respond", result: { is_error: true } });
    }
    await hook.end();
    expect(hook.lines.join("\n")).not.toMatch(/SECRET|\/home|\.mjs|node_modules/);
  });

  test(`stderr has the text, the stack and the id of every failure (${POLICY})`, async () => {
    const hook = await spawnReady("throws.mjs", { env: { POLICY } });
    for (const fail of [
      () => hook.call("hook.approve_tool", beforeTool("exec")).then((result) => result.reason),
      () => hook.call("hook.before_tool", beforeTool("broken_tool")).then((result) => String(result.result?.for_llm)),
    ]) {
      const [first = "", second = ""] = [await fail(), await fail()];
      await hook.logged(new RegExp(idIn(first, second)));
      await hook.logged(new RegExp(idIn(second, first)));
    }
    expect(hook.stderr()).toMatch(/SECRET of \/home\/author/);
    expect(hook.stderr()).toMatch(/at .*throws\.mjs:\d+/);
  });

  test(`a failing onEvent is logged, and has no other effect (${POLICY})`, async () => {
    const hook = await spawnReady("throws.mjs", { env: { POLICY } });
    hook.notify("hook.event", { Kind: 0, Time: "2026-11-21T20:49:58Z", Meta: {}, Payload: { UserMessage: "hi" } });
    await hook.logged(/SECRET/);
    await hook.call("hook.before_tool", beforeTool("broken_tool"));
    expect(hook.answers.map(({ id }) => id)).toEqual([1, 2]);
  });

  test(`a failing setup is a hello error with only an id (${POLICY})`, async () => {
    const hook = spawnHook("throws.mjs", { env: { POLICY, ON_START: "1" } });
    const { error } = await hook.hello();
    expect(error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
    expect(JSON.stringify(error)).not.toMatch(/SECRET|\/home|\.mjs/);
    await hook.logged(/SECRET/);
  });
});

describe("the reason of a block hook", () => {
  test("the denial's reason has the id of the details on stderr", async () => {
    const hook = await spawnReady("throws.mjs", { env: { POLICY: "block" } });
    const refuse = async () => (await hook.call("hook.before_tool", beforeTool("exec"))).reason ?? "";
    const [first, second] = [await refuse(), await refuse()];
    await hook.logged(new RegExp(idIn(first, second)));
    await hook.logged(new RegExp(idIn(second, first)));
  });
});
