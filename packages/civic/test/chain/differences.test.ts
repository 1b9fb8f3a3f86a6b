import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Hook, type Request, type Result, runChain } from "../../src/index.js";
import { throughRealProxy } from "./real-proxy.js";

const CALL = { method: "tools/call", params: { name: "echo", arguments: { text: "hi" } } };
const RESULT = { content: [{ type: "text", text: "hi" }] };

type Run = (hooks: readonly Hook[], request: Request, target: (request: Request) => Result) => Promise<Result>;

const RUNS: Readonly<Record<"stock" | "ours", Run>> = { stock: throughRealProxy as never, ours: runChain };

/** Each answer of a method and what the client receives, from Civic's in-process proxy and from `runChain`. */
const TOLD: readonly (readonly [what: string, method: string, answer: () => unknown, stock: object, ours: object])[] = [
  [
    "an Error that is thrown",
    "processCallToolRequest",
    () => {
      throw new Error("broken");
    },
    { code: -32603, data: { name: "Error", stack: expect.stringContaining("differences.test.ts") } },
    { code: -32603, message: "broken", data: undefined },
  ],
  [
    "abort of before 0.9.0 for a request",
    "processCallToolRequest",
    () => ({ resultType: "abort", reason: "not allowed", body: { rule: 3 } }),
    { code: -32603, message: expect.stringContaining("called without a response OR error"), data: undefined },
    { code: -32001, message: "not allowed", data: { rule: 3 } },
  ],
  [
    "abort of before 0.9.0 for a result",
    "processCallToolResult",
    () => ({ resultType: "abort", reason: "not allowed" }),
    { code: -32603, message: expect.stringContaining("Cannot read properties of null") },
    { code: -32001, message: "not allowed" },
  ],
  [
    "no answer",
    "processCallToolRequest",
    () => undefined,
    { code: -32603, message: expect.stringContaining("Cannot read properties of undefined (reading 'resultType')") },
    { code: -32603, message: expect.stringContaining('hook "h" answered processCallToolRequest with undefined') },
  ],
  [
    "an answer of another name",
    "processCallToolRequest",
    () => ({ resultType: "deny", reason: "no" }),
    // The tool ran.
    { content: [{ text: "hi" }] },
    { code: -32603, message: expect.stringContaining('with { resultType: "deny", reason }') },
  ],
  [
    "a request without its tool",
    "processCallToolRequest",
    () => ({ resultType: "continue", request: { method: "tools/call", params: {} } }),
    { content: [{ text: "hi" }] },
    { code: -32603, message: expect.stringContaining("at request.params.name") },
  ],
  [
    "a result in another shape",
    "processCallToolResult",
    () => ({ resultType: "continue", response: { content: "text" } }),
    { content: "text" },
    { code: -32603, message: expect.stringContaining("at response.content") },
  ],
  [
    "respond to a result",
    "processCallToolResult",
    () => ({ resultType: "respond", response: RESULT }),
    RESULT,
    { code: -32603, message: expect.stringContaining('return { resultType: "continue", response }') },
  ],
];

// The proxy logs each step to stdout.
beforeAll(() => void vi.spyOn(console, "log").mockReturnValue());

describe.each(TOLD)("%s", (_, method, answer, stock, ours) => {
  test.each([
    ["stock", stock],
    ["ours", ours],
  ] as const)("%s", async (by, expected) => {
    const hook = { name: "h", [method]: async () => answer() } as unknown as Hook;
    const outcome = RUNS[by]([hook], CALL, () => RESULT).catch((error: unknown) => error);
    expect(await outcome).toMatchObject(expected);
  });
});

describe("the changed request of continueAsync", () => {
  test.each([
    ["stock", "hi"],
    ["ours", "changed"],
  ] as const)("%s: the target is called with %j", async (by, text) => {
    const seen: unknown[] = [];
    let ended = () => {};
    const background = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const later = async (request: typeof CALL) => ({
      resultType: "continueAsync",
      request: { ...request, params: { ...request.params, arguments: { text: "changed" } } },
      response: RESULT,
      callback: async () => ended(),
    });
    const target = (request: Request) => {
      seen.push(request.params?.arguments);
      return RESULT;
    };
    const hook = { name: "h", processCallToolRequest: later } as unknown as Hook;
    const run = RUNS[by]([hook], CALL, target);
    await Promise.all([run, background]);
    expect(seen).toEqual([{ text }]);
  });
});
