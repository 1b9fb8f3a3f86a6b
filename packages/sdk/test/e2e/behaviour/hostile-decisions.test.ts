import { describe, expect, test } from "vitest";
import { spawnReady } from "../../spawn-hook.js";
import { approveTool, beforeTool, isFailure, policies } from "../../wire-calls.js";

const kinds = [
  "a revoked proxy",
  "a promise of a revoked proxy",
  "an action that throws",
  "a thenable that throws",
  "a thenable that rejects",
  "arguments in a circle",
  "a BigInt",
  "a toJSON that throws",
  "a field that throws",
];

describe.each(policies)("decisions that cannot be read or written, under %s", (POLICY) => {
  test.each(kinds)(`%s is an ordinary failure (${POLICY})`, async (tool) => {
    const hook = await spawnReady("hostile.mjs", { env: { POLICY } });
    const before = await hook.call("hook.before_tool", beforeTool(tool));
    expect(before).toSatisfy((answer) => isFailure(answer, "before_tool", POLICY));
    expect(await hook.call("hook.approve_tool", approveTool(tool))).toMatchObject({ approved: false });
    expect(await hook.call("hook.approve_tool", approveTool("exec"))).toMatchObject({ approved: true });
    expect(hook.lines.join()).not.toContain("SECRET");
  });
});
