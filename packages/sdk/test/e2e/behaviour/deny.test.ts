import { expect, test } from "vitest";
import { type Fields, spawnReady } from "../../spawn-hook.js";
import { points, scripted } from "../../wire-calls.js";

/** What PicoClaw is told if a handler returns `deny("not now")`. */
const answers: Readonly<Record<(typeof points)[number], Fields>> = {
  before_llm: { action: "abort_turn", reason: "not now" },
  after_llm: { action: "abort_turn", reason: "not now" },
  before_tool: { action: "deny_tool", reason: "not now" },
  approve_tool: { approved: false, reason: "not now" },
  after_tool: { action: "modify", result: { result: { for_llm: "not now", is_error: true, silent: false } } },
};

test.each(points)("deny says no at %s", async (point) => {
  const hook = await spawnReady("puppet.mjs");
  const params = scripted[point]({ return: { action: "deny", reason: "not now" } });
  expect(await hook.call(`hook.${point}`, params)).toMatchObject(answers[point]);
});

test("a denied result reaches neither the model nor the user", async () => {
  const hook = await spawnReady("puppet.mjs");
  const { result, ...call } = scripted.after_tool({ return: { action: "deny", reason: "not now" } });
  const leaking = { ...result, for_llm: "SECRET", for_user: "SECRET", media: ["media://SECRET"] };
  const answer = await hook.call("hook.after_tool", { ...call, result: leaking });
  expect(answer).toMatchObject(answers.after_tool);
  expect(JSON.stringify(answer)).not.toContain("SECRET");
});
