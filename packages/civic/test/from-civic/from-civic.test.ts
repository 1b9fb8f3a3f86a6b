import { createPicoClawHost } from "@agent-hook/picoclaw/testing";
import { LocalHookClient as RealLocalHookClient } from "@civic/hook-common";
import { describe, expect, test } from "vitest";
import { AbstractHook, type CallToolRequest, fromCivic, type Hook } from "../../src/index.js";
import {
  CALL,
  causesOf,
  hook,
  type Methods,
  pass,
  respond,
  resultUnder,
  texts,
  throws,
  withParams,
  withText,
} from "./civic-hooks.js";

describe("the request of a tool call", () => {
  const beforeTool = (method: Methods[string], more: Methods = {}) =>
    createPicoClawHost(
      fromCivic(hook({ processCallToolRequest: method, ...more }), { respondsTo: ["exec"] }),
    ).beforeTool(CALL);

  test("is an MCP request with its own id and the agent's session", async () => {
    const seen: unknown[] = [];
    const civic = hook({
      async processCallToolRequest(request: CallToolRequest, extra: object) {
        seen.push(request, extra);
        return { resultType: "continue", request };
      },
    });
    const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
    await resultUnder(civic, "claude-code", payload);
    expect(seen).toEqual([
      { method: "tools/call", params: { name: "Bash", arguments: { command: "ls" } } },
      { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), sessionId: "s-1" },
    ]);
  });

  test("may become another tool with other arguments", async () => {
    expect(await beforeTool(withParams({ name: "read_file", arguments: { path: "a" } }))).toMatchObject({
      outcome: "continue",
      tool: "read_file",
      arguments: { path: "a" },
    });
  });

  test("may be changed in place", async () => {
    const outcome = beforeTool(async (request: { params: { arguments: { command: string } } }) => {
      request.params.arguments.command = "pwd";
      return { resultType: "continue", request };
    });
    expect(await outcome).toMatchObject({ outcome: "continue", arguments: { command: "pwd" } });
  });

  test("is answered by respond, and the same hook's result method sees the answer, as in Civic's chain", async () => {
    expect(await beforeTool(respond(texts("a", "b")))).toMatchObject({
      outcome: "answered",
      result: { for_llm: "a\nb" },
    });
    const both = await beforeTool(respond(texts("a")), { processCallToolResult: withText("seen") });
    expect(both).toMatchObject({ outcome: "answered", result: { for_llm: "seen" } });
  });

  test("is denied by an error answer and by abort", async () => {
    const denials = [
      respond({ ...texts("no shell"), isError: true }),
      async () => ({ resultType: "abort", reason: "no shell" }),
      async () => ({ resultType: "abort", error: { code: -32001, message: "no shell" } }),
      throws({ code: -32001, message: "no shell" }),
    ];
    for (const denial of denials) expect(await beforeTool(denial)).toMatchObject({ reason: "no shell" });
  });

  test("that the hook threw at is passed to its error method, which may recover or throw another error", async () => {
    const thrown = throws(new Error("first"));
    const recovered = await beforeTool(thrown, { processCallToolError: respond(texts("recovered")) });
    expect(recovered).toMatchObject({ outcome: "answered", result: { for_llm: "recovered" } });
    const kept = await beforeTool(thrown, { processCallToolError: async () => ({ resultType: "continue" }) });
    expect(kept).toMatchObject({ outcome: "denied", reason: "first" });
    const other = await beforeTool(thrown, { processCallToolError: throws(new Error("second")) });
    expect(other).toMatchObject({ outcome: "denied", reason: "second" });
  });

  const failed = {
    outcome: "denied",
    reason: expect.stringMatching(
      /^hook "civic" threw an error at \S+ \(id \w+\); to find out why, look for this id on the hook's stderr$/,
    ),
  };

  test("with an invalid answer is denied with a general message, and the log says what was expected", async () => {
    const outcome = await beforeTool(async () => undefined);
    expect(outcome).toMatchObject(failed);
    expect(causesOf(outcome)).toEqual([
      expect.stringContaining('hook "civic" answered processCallToolRequest with undefined: return {'),
    ]);
  });

  test("that hits a bug of the hook is denied with a general message, unless the error method recovers", async () => {
    const bug = new TypeError("Cannot read properties of undefined (reading 'secret')");
    const outcome = await beforeTool(throws(bug));
    expect(outcome).toMatchObject({ ...failed, failures: [{ cause: bug }] });
    const rethrown = async (error: unknown) => {
      throw error;
    };
    expect(await beforeTool(throws(bug), { processCallToolError: rethrown })).toMatchObject(failed);
    const worded = await beforeTool(throws(bug), { processCallToolError: throws(new Error("no")) });
    expect(worded).toMatchObject({ outcome: "denied", reason: "no" });
    const recovered = await beforeTool(throws(bug), { processCallToolError: respond(texts("recovered")) });
    expect(recovered).toMatchObject({ outcome: "answered", result: { for_llm: "recovered" } });
  });

  test("without an answer is denied at the deadline", async () => {
    const hanging = hook({ processCallToolRequest: () => new Promise(() => {}) });
    const host = createPicoClawHost(fromCivic(hanging), { time: "manual" });
    const asked = host.beforeTool(CALL);
    await host.advance(5000);
    expect(await asked).toMatchObject({ outcome: "denied", failures: [{ kind: "timed-out" }] });
  });

  test.each([
    [
      "requestContext",
      async (request: object) => ({ resultType: "continue", request: { ...request, requestContext: { path: "/x" } } }),
    ],
    ["params._meta", withParams({ _meta: { user: 7 } })],
    ["params.task", withParams({ task: { ttl: 1 } })],
    ["content of type image", respond({ content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] })],
    ["structuredContent", respond({ ...texts("a"), structuredContent: { a: 1 } })],
    [
      "continueAsync",
      async (request: object) => ({
        resultType: "continueAsync",
        request,
        response: texts("a"),
        callback: async () => {},
      }),
    ],
  ])("with %s, which no agent supports, is denied, and the log says why", async (what, method) => {
    const outcome = await beforeTool(method);
    expect(outcome).toMatchObject({
      outcome: "denied",
      reason: expect.stringContaining('hook "civic" threw an error'),
    });
    expect(causesOf(outcome)).toEqual([expect.stringContaining(what)]);
    expect(causesOf(outcome)).toEqual([expect.stringMatching(/picoclaw .*does not support/)]);
  });

  test("with empty unsupported fields is accepted", async () => {
    const empty = { _meta: {}, task: undefined };
    expect(await beforeTool(withParams(empty))).toMatchObject({ outcome: "continue", changedBy: [] });
  });
});

describe("the result of a tool", () => {
  const afterTool = (method: Methods[string], result: object = { for_llm: "tea" }) =>
    createPicoClawHost(fromCivic(hook({ processCallToolResult: method }))).afterTool({ ...CALL, result });

  test("may get another text, and become or stop being an error", async () => {
    expect(await afterTool(withText("milk"))).toMatchObject({ result: { for_llm: "milk" } });
    const failed = async (response: object) => ({ resultType: "continue", response: { ...response, isError: true } });
    expect(await afterTool(failed)).toMatchObject({ result: { for_llm: "tea", is_error: true } });
    const well = async (response: object) => ({ resultType: "continue", response: { ...response, isError: false } });
    expect(await afterTool(well, { for_llm: "tea", is_error: true })).toMatchObject({ result: { is_error: false } });
  });

  test("comes with its call", async () => {
    const seen: unknown[] = [];
    await afterTool(async (response: unknown, request: unknown) => {
      seen.push(response, request);
      return { resultType: "continue", response };
    });
    expect(seen).toEqual(
      [texts("tea"), { method: "tools/call", params: { name: "exec", arguments: CALL.arguments } }].map((value) =>
        expect.objectContaining(value),
      ),
    );
  });

  test.each<[string, object]>([
    ["content of type image", { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] }],
    ["structuredContent", { ...texts("tea"), structuredContent: { a: 1 } }],
    ["_meta", { ...texts("tea"), _meta: { by: "civic" } }],
  ])("with %s, which no agent supports, does not reach the model", async (what, response) => {
    const outcome = await afterTool(async () => ({ resultType: "continue", response }));
    expect(outcome).toMatchObject({ outcome: "aborted" });
    expect(causesOf(outcome)).toEqual([expect.stringContaining(`put ${what} into a tool's result: picoclaw`)]);
  });

  test("for which the hook throws does not reach the model", async () => {
    const outcome = await afterTool(throws({ code: -32001, message: "too long" }));
    expect(outcome).toMatchObject({ outcome: "aborted", failures: [{ cause: { code: -32001, message: "too long" } }] });
    const bug = new TypeError("not a function");
    expect((await afterTool(throws(bug))).failures).toMatchObject([
      { cause: expect.toSatisfy((cause) => cause === bug) },
    ]);
  });
});

describe("only the hook's own methods are called", () => {
  test("a partial hook gets handlers only for its methods", () => {
    expect(fromCivic(hook({ processCallToolRequest: pass }))).not.toHaveProperty("afterTool");
    expect(fromCivic(hook({ processCallToolRequest: pass }))).toHaveProperty("beforeTool");
    expect(fromCivic(hook({ processCallToolResult: pass }))).not.toHaveProperty("beforeTool");
    expect(fromCivic(hook({ processCallToolResult: pass }))).toHaveProperty("afterTool");
  });

  test("methods that no agent calls are logged once, at startup", async () => {
    class Lists extends AbstractHook {
      readonly name = "lists";
      override async processListToolsResult(response: never) {
        return { resultType: "continue" as const, response };
      }
      override async processCallToolRequest(request: CallToolRequest) {
        return { resultType: "continue" as const, request };
      }
      override async processCallToolError() {
        return { resultType: "continue" as const };
      }
    }
    const host = createPicoClawHost(fromCivic(new Lists()));
    await host.beforeTool(CALL);
    await host.beforeTool(CALL);
    const words =
      "never called under picoclaw: processCallToolError (except for what processCallToolRequest throws), processListToolsResult";
    expect(host.stderr).toEqual([expect.stringContaining(words)]);
  });

  test("a policy in a class with all methods is called: it is not AbstractHook", async () => {
    const denies = { name: "denies", processCallToolRequest: throws(new Error("no")) };
    const all = new RealLocalHookClient(denies as never) as unknown as Hook;
    expect(await createPicoClawHost(fromCivic(all)).beforeTool(CALL)).toMatchObject({ reason: "no" });
  });

  test.each([
    [
      "a class",
      class extends AbstractHook {
        name = "x";
      },
      "got a class: pass an instance, created with new",
    ],
    ["nothing", undefined, "got undefined"],
    ["a hook without methods", { name: "none" }, "fromCivic: expected a hook with methods of @civic/hook-common 0.9.0"],
    [
      "a hook of another version",
      { name: "old", processRequest() {} },
      '"old" has functions that are not methods of @civic/hook-common 0.9.0: processRequest (did you mean "processCallToolRequest"?)',
    ],
  ])("%s is rejected", (_, wrong, words) => {
    expect(() => fromCivic(wrong as never)).toThrow(words);
  });
});

test.each([
  [{ respondTo: ["a"] }, 'fromCivic: unknown option "respondTo" (did you mean "respondsTo"?)'],
  [null, 'fromCivic: expected options such as { respondsTo: ["search"] }, got null'],
])("options %j are rejected", (options, words) => {
  expect(() => fromCivic(hook({ processCallToolRequest: pass }), options as never)).toThrow(new TypeError(words));
});

test("the name is the hook's own or the given one", () => {
  expect(fromCivic(hook({ processCallToolRequest: pass }, "a")).name).toBe("a");
  expect(fromCivic(hook({ processCallToolRequest: pass }, "a"), { name: "b" }).name).toBe("b");
});
