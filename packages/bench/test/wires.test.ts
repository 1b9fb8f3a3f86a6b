import { describe, expect, test } from "vitest";
import { lineCalls } from "../src/wires/line-calls.js";
import { mcp } from "../src/wires/mcp.js";
import { picoclaw } from "../src/wires/picoclaw.js";
import type { Wire, Work } from "../src/wires/wire.js";

const result = (value: object) => JSON.stringify({ jsonrpc: "2.0", id: 2, result: value });
const WEATHER = "Beijing: sunny, 15 °C";

describe("a wire tells a correct answer from a wrong one", () => {
  test.for<[string, Wire, Work, string, boolean]>([
    ["continue", picoclaw, "continue", result({ action: "continue" }), true],
    ["a refusal", picoclaw, "continue", result({ action: "deny_tool" }), false],
    ["the tool's text", picoclaw, "respond", result({ action: "respond", result: { for_llm: WEATHER } }), true],
    ["another text", picoclaw, "respond", result({ action: "respond", result: { for_llm: "no" } }), false],
    ["no answer of the tool", picoclaw, "respond", result({ action: "continue" }), false],
    [
      "a modify that lost fields",
      picoclaw,
      "large-modify",
      result({ action: "modify", request: { model: "other" } }),
      false,
    ],
    ["the tool's text", mcp, "respond", result({ content: [{ type: "text", text: WEATHER }] }), true],
    ["an error result", mcp, "respond", result({ isError: true, content: [{ type: "text", text: WEATHER }] }), false],
  ])("%s", ([, wire, work, answer, right]) => {
    expect(wire.isCorrect(work, answer)).toBe(right);
  });

  test("recognises a modify by its one change, whatever the order of the fields", () => {
    const params = JSON.parse(picoclaw.calls("large-modify", 1)(1).toString()).params;
    const answered = (request: object) => picoclaw.isCorrect("large-modify", result({ action: "modify", request }));
    expect(answered({ model: "other", ...params })).toBe(false);
    const { messages, ...rest } = params;
    expect(answered({ messages, ...rest, model: "other" })).toBe(true);
    expect(answered({ messages: messages.slice(1), ...rest, model: "other" })).toBe(false);
  });
});

describe("prepared lines", () => {
  const ids = (bytes: Buffer) => bytes.toString().trim().split("\n").map(Number);

  test("are used in turn, so that no two calls in flight have the same id", () => {
    const take = lineCalls((id) => `${id}\n`, 5);
    expect(ids(take(3))).toEqual([2, 3, 4]);
    expect(ids(take(3))).toEqual([5, 6, 2]);
    expect(ids(take(4))).toEqual([3, 4, 5, 6]);
    expect(ids(take(5))).toEqual([2, 3, 4, 5, 6]);
    expect(ids(take(1))).toEqual([2]);
    expect(() => take(6)).toThrow("6 calls at once, of 5");
  });
});
