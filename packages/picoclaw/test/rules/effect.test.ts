import { expect, test } from "vitest";
import { effectOf } from "../../src/index.js";

const call = { meta: {}, tool: "exec", arguments: {} };

test("keys of an answer are case-insensitive, as in PicoClaw", () => {
  const usual = { result: { action: "deny_tool", reason: "no" } };
  const odd = { result: { Action: "deny_tool", REASON: "no" } };
  expect(effectOf("hook.before_tool", call, odd, "v0.2.9")).toEqual(
    effectOf("hook.before_tool", call, usual, "v0.2.9"),
  );
  expect(effectOf("hook.before_tool", call, odd, "v0.2.9")).toMatchObject({ outcome: "denied", reason: "no" });
});
