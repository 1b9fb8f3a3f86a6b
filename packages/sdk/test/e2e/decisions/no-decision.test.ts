import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { approveTool, policies } from "../../wire-calls.js";

const instead = [
  "nothing",
  "nothing, later",
  "null",
  "true",
  "the text approve",
  "an empty object",
  "the wire's own form",
  "a misspelt action",
  "a decision of another point",
  "the function itself",
  "a rejection with a reason that is not text",
  "a throw",
  "a rejected promise",
  "silence for ever",
];

describe.each(policies)("an approver without a decision denies, under %s", (POLICY) => {
  test(`approveTool that returns an invalid decision denies with a reason (${POLICY})`, async () => {
    const hook = await spawnReady("silent-approver.mjs", { env: { POLICY } });
    for (const give of instead) {
      const result = await hook.call("hook.approve_tool", approveTool("exec", { give }));
      expect(result, give).toEqual({ approved: false, reason: expect.stringMatching(/./) });
    }
    const good = await hook.call("hook.approve_tool", approveTool("exec", { give: "approve" }));
    expect(good).toMatchObject({ approved: true });
  });
});
