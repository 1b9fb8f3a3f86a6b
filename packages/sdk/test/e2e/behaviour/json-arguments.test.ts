import { expect, it } from "vitest";
import { type FailurePolicy, modify } from "../../../src/index.js";
import { asked } from "../../command-hosts/asked.js";
import { payloadOf } from "../../command-hosts/recordings.js";

const call = payloadOf("claude-code", "PreToolUse", { tool_name: "mcp__s__t", tool_input: { command: "ls" } });
const answerTo = (value: unknown, onFailure: FailurePolicy) =>
  asked({ name: "guard", onFailure, beforeTool: () => modify({ arguments: { command: value } }) }, call);

it.each([
  ["undefined in a list", [undefined], "undefined"],
  ["a function", () => 1, "function"],
  ["NaN", Number.NaN, "NaN"],
  ["an infinite number", [1, { a: Number.POSITIVE_INFINITY }], "Infinity"],
  ["a large integer", 1n, "bigint"],
  ["a date", new Date(0), "Date"],
  ["a map", new Map(), "Map"],
  ["a hole in a list", new Array(2), "undefined"],
])("rejects arguments that JSON would drop or change: %s", async (_what, value, got) => {
  const { failures, document } = await answerTo(value, "continue");
  expect(document).toBeUndefined();
  expect(failures).toMatchObject([
    {
      kind: "invalid-decision",
      message: expect.stringMatching(`arguments.command.*expected a JSON value, got ${got}`),
    },
  ]);
  expect((await answerTo(value, "block")).document).toMatchObject({
    hookSpecificOutput: { permissionDecision: "deny" },
  });
});

it("sends JSON values unchanged, and ignores undefined", async () => {
  const value = [null, true, 1.5, "x", { a: [], b: undefined }];
  expect((await answerTo(value, "block")).document).toMatchObject({
    hookSpecificOutput: { updatedInput: { command: [null, true, 1.5, "x", { a: [] }] } },
  });
});
