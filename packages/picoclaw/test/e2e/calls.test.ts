import { afterEach, describe, expect, test, vi } from "vitest";
import type { CallOptions, HookProcess } from "../../src/index.js";
import { AGES, call, failureOf, received, type Script, startHook } from "../start-hook.js";

/** A call of each method with its minimal params, by the method's wire name. */
const asks: Record<string, (hook: HookProcess, script?: Script, options?: CallOptions) => Promise<object>> = {
  "hook.before_llm": (hook, script, options) => hook.beforeLlm({ model: "fake", script }, options),
  "hook.after_llm": (hook, script, options) => hook.afterLlm({ response: { content: "hi" }, script }, options),
  "hook.before_tool": (hook, script, options) => hook.beforeTool({ tool: "exec", script }, options),
  "hook.after_tool": (hook, script, options) => hook.afterTool({ tool: "exec", result: {}, script }, options),
  "hook.approve_tool": (hook, script, options) => hook.approveTool({ tool: "exec", script }, options),
};
const methods = Object.entries(asks);

describe("a call", () => {
  test.each(methods)("%s is sent unchanged and returns the hook's answer unchanged", async (method, ask) => {
    const answer = { approved: true, action: "continue", reason: null, unknown: { "__proto__ ": [1, null] } };
    const hook = await startHook();
    expect(received((await ask(hook)) as Record<string, unknown>)).toMatchObject({ id: expect.any(Number), method });
    expect(await ask(hook, { result: answer })).toEqual(answer);
  });

  test.each(methods)("%s without an answer times out, and the hook lives on", async (method, ask) => {
    const hook = await startHook();
    const error = await failureOf(ask(hook, { hold: true }, { timeoutMs: 50 }));
    expect(error.code).toBe("timeout");
    expect(error.message).toMatch(/^Hook "probe" \(.*puppet\.mjs\) did not answer /);
    expect(error.message).toContain(`did not answer ${method} in 50 ms`);
    expect(error.exit).toBeUndefined();
    // The late answer arrives and is ignored.
    expect(received((await ask(hook, { release: true }, { timeoutMs: AGES })) as Record<string, unknown>).method).toBe(
      method,
    );
    expect(received((await ask(hook)) as Record<string, unknown>).method).toBe(method);
  });

  test.each(methods)("%s answered with an error is rejected with its code and message", async (method, ask) => {
    const hook = await startHook();
    const error = await failureOf(ask(hook, { error: { code: -32601, message: "what is that?" } }));
    expect(error.code).toBe("error-reply");
    expect(error.message).toContain(`answered ${method} with error -32601: what is that?`);
    expect(await ask(hook)).toHaveProperty("heard");
  });

  test("rejects a change that has a number too large for JavaScript, and keeps a denial that has one", async () => {
    const hook = await startHook();
    const answer = (result: string) => call({ print: `{"id":ID,"result":${result}}\n`, hold: true });
    const change = '"call":{"tool":"exec","arguments":{"account":9007199254740993}}';
    const error = await failureOf(hook.beforeTool(answer(`{"Action":"modify",${change}}`)));
    expect(error.code).toBe("bad-result");
    expect(error.message).toContain(
      "answered hook.before_tool wrongly: call.arguments.account: expected a number that",
    );
    const denial = await hook.beforeTool(answer(`{"action":"deny_tool",${change}}`));
    expect(denial).toMatchObject({ action: "deny_tool" });
  });

  test.each(["text", true, {}, { code: "E", message: 5 }, { code: 1 }].map((error) => [JSON.stringify(error), error]))(
    "an error of the form %s still counts as an error",
    async (_text, error) => {
      const hook = await startHook();
      expect((await failureOf(hook.beforeTool(call({ error })))).code).toBe("error-reply");
      expect(await hook.beforeTool(call())).toHaveProperty("heard");
    },
  );
});

describe("the default time limits", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(methods.map(([method, ask]) => [method, method === "hook.approve_tool" ? 60_000 : 5000, ask] as const))(
    "%s has %i ms",
    async (method, limit, ask) => {
      const hook = await startHook();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const settled = vi.fn();
      const asked = failureOf(ask(hook, { hold: true }).finally(settled));
      vi.advanceTimersByTime(limit - 1);
      await ask(hook);
      expect(settled).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect((await asked).message).toContain(`did not answer ${method} in ${limit} ms`);
    },
  );
});

describe("an answer of the wrong shape", () => {
  const wrong: readonly (readonly [method: string, result: unknown, message: string])[] = [
    ["hook.before_llm", { action: "respond" }, "action"],
    ["hook.before_llm", { action: "modify", request: { messages: [{ role: 7 }] } }, "request.messages[0].role"],
    ["hook.after_llm", { action: "modify", response: { response: { content: 1 } } }, "response.response.content"],
    ["hook.before_tool", { action: "dance" }, "action"],
    ["hook.before_tool", { action: "respond", result: { for_llm: 12 } }, "result.for_llm: expected string, got number"],
    ["hook.after_tool", { action: "modify", result: "text" }, "result: expected object, got string"],
    ["hook.approve_tool", {}, "approved: expected boolean, got nothing"],
    ["hook.approve_tool", { approved: "yes" }, "approved: expected boolean, got string"],
    ...["text", 42, [], null, false].map((result) => ["hook.before_tool", result, "expected object"] as const),
  ];

  test.each(wrong.map(([method, result, message]) => [method, JSON.stringify(result), message, result] as const))(
    "%s answered with %s is rejected, and the hook lives on",
    async (method, _text, message, result) => {
      const hook = await startHook();
      const ask = asks[method] as (typeof asks)[string];
      const error = await failureOf(ask(hook, { result }));
      expect(error.code).toBe("bad-result");
      expect(error.message).toContain(`answered ${method} wrongly: `);
      expect(error.message).toContain(message);
      expect(await ask(hook)).toHaveProperty("heard");
    },
  );

  test("the error message contains no value from the answer", async () => {
    const hook = await startHook();
    const error = await failureOf(hook.approveTool(call({ result: { approved: "s3cret" } })));
    expect(error.message).not.toContain("s3cret");
  });
});

describe("params that cannot be serialized as JSON", () => {
  const odd = { tool: "exec", arguments: { n: 1n } };

  test("a call with such params is rejected, and the next call is served", async () => {
    const hook = await startHook();
    expect((await failureOf(hook.beforeTool(odd))).message).toContain("BigInt");
    expect(await hook.beforeTool(call())).toHaveProperty("heard");
  });

  test("an event with such params does not disturb the hook", async () => {
    const hook = await startHook();
    expect(() => hook.event({ Kind: 1, Payload: odd })).toThrow("BigInt");
    expect(await hook.beforeTool(call())).toHaveProperty("heard");
  });
});
