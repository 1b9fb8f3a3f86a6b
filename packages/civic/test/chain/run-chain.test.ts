import { AbstractHook as RealAbstractHook } from "@civic/hook-common";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { AbstractHook, type Hook, HookChainError, runChain } from "../../src/index.js";

const CALL = { method: "tools/call" as const, params: { name: "echo", arguments: { text: "hi" } } };
const RESULT = { content: [{ type: "text" as const, text: "hi" }] };
const echo = () => RESULT;

function hook(methods: Record<string, unknown>, name = "h"): Hook {
  return { name, ...methods };
}

/** `Promise.withResolvers`, as in Node 22. */
function withResolvers() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function failureOf(hooks: readonly Hook[], target: () => object | Promise<object> = echo) {
  const failure = await runChain(hooks, CALL, target as typeof echo).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(failure).toBeInstanceOf(HookChainError);
  return failure as InstanceType<typeof HookChainError>;
}

describe.each([
  ["@civic/hook-common", RealAbstractHook],
  ["ours", AbstractHook],
] as const)("a class that extends AbstractHook of %s", (_, Base) => {
  class Shout extends (Base as typeof AbstractHook) {
    get name() {
      return "shout";
    }
    override async processCallToolResult(response: typeof RESULT) {
      const content = response.content.map((block) => ({ ...block, text: block.text.toUpperCase() }));
      return { resultType: "continue" as const, response: { ...response, content } };
    }
  }

  test("is not blamed for a server's invalid list that it passes on", async () => {
    class HandsOn extends (Base as typeof AbstractHook) {
      readonly name = "hands on";
      override async processListToolsResult(...args: Parameters<AbstractHook["processListToolsResult"]>) {
        return super.processListToolsResult(...args);
      }
    }
    const wrong = { tools: [{ name: 7 }], nextCursor: null };
    for (const hook of [new Shout(), new HandsOn()]) {
      expect(await runChain([hook], { method: "tools/list" }, () => wrong)).toEqual(wrong);
    }
  });

  test("changes what it overrides and lets everything else pass", async () => {
    expect(await runChain([new Shout()], CALL, echo)).toEqual({ content: [{ type: "text", text: "HI" }] });
    const prompts = { prompts: [{ name: "p", later: "a field of a newer server" }] };
    expect(await runChain([new Shout()], { method: "prompts/list" }, () => prompts)).toEqual(prompts);
    const failed = runChain([new Shout()], { method: "completion/complete" }, () => {
      throw { code: -32601, message: "no such method", data: 7 };
    });
    await expect(failed).rejects.toMatchObject({ code: -32601, message: "no such method", data: 7 });
  });
});

test("all 31 methods of AbstractHook answer like those of @civic/hook-common", async () => {
  const instanceOf = (Base: typeof AbstractHook) =>
    new (class extends Base {
      readonly name = "h";
    })() as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const [theirs, ours] = [instanceOf(RealAbstractHook as never), instanceOf(AbstractHook)];
  const names = Object.getOwnPropertyNames(RealAbstractHook.prototype).filter((name) => name.startsWith("process"));
  expect(names).toHaveLength(31);
  expect(Object.getOwnPropertyNames(AbstractHook.prototype).sort()).toEqual(["constructor", ...names].sort());
  for (const name of names)
    expect(await ours[name]?.({ a: 1 }, {}, {})).toEqual(await theirs[name]?.({ a: 1 }, {}, {}));
});

const UNSHOWN = "something that cannot be shown was thrown";

describe("errors", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const fail = () => {
    throw new Error("do not look");
  };
  test.each([
    ["a revoked proxy", revoked.proxy],
    ["an object that is no text", { message: 7, toJSON: fail }],
    ["a message that throws", Object.defineProperty({}, "message", { get: fail })],
    ["data that throw", Object.defineProperty({ code: 1, message: "m" }, "data", { get: fail })],
    ["a function that is no text", Object.assign(() => {}, { toString: fail })],
  ])("%s may be thrown", async (_, thrown) => {
    expect(HookChainError.of(thrown)).toMatchObject({ code: -32603, message: UNSHOWN });
    expect(await failureOf([], () => Promise.reject(thrown))).toMatchObject({ code: -32603, message: UNSHOWN });
  });

  test("an MCP error keeps its code, message and data", async () => {
    const refusing = hook({
      processCallToolRequest() {
        throw new McpError(-32001, "no", { by: "policy" });
      },
    });
    const failure = await failureOf([refusing]);
    expect(failure).toMatchObject({ code: -32001, message: "MCP error -32001: no", data: { by: "policy" } });
    expect(failure.cause).toBeInstanceOf(McpError);
  });

  test("an Error gets code -32603 and its message; no one gets its stack, not even error methods", async () => {
    const seen: unknown[] = [];
    const broken = hook({
      processCallToolRequest() {
        throw new TypeError("broken");
      },
      async processCallToolError(error: unknown) {
        seen.push(error);
        return { resultType: "continue" };
      },
    });
    expect(await failureOf([broken])).toMatchObject({ code: -32603, message: "broken", data: undefined });
    expect(seen).toEqual([{ code: -32603, message: "broken" }]);
  });

  test.each([
    ["text", "text"],
    [undefined, "undefined"],
    [{ why: "no" }, '{"why":"no"}'],
    [{ code: "ENOENT", message: "no file" }, "no file"],
    [{ toJSON: () => undefined }, UNSHOWN],
  ])("%j may be thrown", async (thrown, message) => {
    const throws = () => Promise.reject(thrown);
    expect(await failureOf([], throws)).toMatchObject({ code: -32603, message });
  });

  test.each([
    ["processCallToolRequest", echo],
    ["processCallToolResult", echo],
    ["processCallToolError", () => Promise.reject(new Error("x"))],
  ])("abort by a hook from before 0.9.0 in %s is an error with its reason and body", async (method, target) => {
    const old = hook({ [method]: async () => ({ resultType: "abort", reason: "not allowed", body: { rule: 3 } }) });
    expect(await failureOf([old], target)).toMatchObject({ code: -32001, message: "not allowed", data: { rule: 3 } });
    const bare = hook({ [method]: async () => ({ resultType: "abort", reason: "not allowed", body: null }) });
    expect(await failureOf([bare], target)).toMatchObject({ message: "not allowed", data: undefined });
  });
});

test.each([
  [hook({}), "expected an array of hooks, got object"],
  [undefined, "expected an array of hooks, got nothing"],
  [
    [hook({ processOtherRequest: undefined }), RealAbstractHook],
    "at index 1, got a function: pass an instance of the class, created with new",
  ],
  [[null], "at index 0, got null"],
  [[[hook({})]], "at index 0, got an array"],
  [[hook({})], "at index 0, got an object without methods such as processCallToolRequest"],
  [[{ url: "http://127.0.0.1" }], "got an object without methods such as processCallToolRequest"],
])("invalid hooks are rejected before anything runs", async (hooks, words) => {
  const ran: unknown[] = [];
  const failure = runChain(hooks as never, CALL, (request) => {
    ran.push(request);
    return RESULT;
  });
  await expect(failure).rejects.toThrow(words);
  await expect(failure).rejects.toBeInstanceOf(TypeError);
  expect(ran).toEqual([]);
});

describe("an invalid answer", () => {
  const ANSWERS = `return { resultType: "continue", request }, { resultType: "respond", response } or { resultType: "continueAsync", request, response, callback }; to deny, throw`;

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    ["continue", "a string"],
    [{ request: CALL }, "{ request }"],
    [{ resultType: "deny" }, '{ resultType: "deny" }'],
    [
      { resultType: "continue" },
      '{ resultType: "continue" } (at request: Invalid input: expected object, received undefined)',
    ],
    [
      { resultType: "respond", response: { content: [{ type: "text", text: 7 }] } },
      '{ resultType: "respond", response } (at response.content.0.text: Invalid input: expected string, received number)',
    ],
    [
      { resultType: "continueAsync", request: CALL, response: RESULT },
      '{ resultType: "continueAsync", request, response }',
    ],
  ])("%j gives an error that names the hook, the method and the expected answers", async (answer, description) => {
    const wrong = hook({ processCallToolRequest: async () => answer }, "typo");
    const failure = await failureOf([wrong]);
    expect(failure.message).toBe(`hook "typo" answered processCallToolRequest with ${description}: ${ANSWERS}`);
  });

  test("may be recovered from by the hook's own error method", async () => {
    const wrong = hook({
      processCallToolRequest: async () => undefined,
      processCallToolError: async () => ({ resultType: "respond", response: RESULT }),
    });
    expect(await runChain([wrong], CALL, echo)).toEqual(RESULT);
  });

  test("includes `respond` to a result", async () => {
    const wrong = hook({ processCallToolResult: async () => ({ resultType: "respond", response: RESULT }) });
    expect((await failureOf([wrong])).message).toContain('return { resultType: "continue", response }');
  });

  test("a method that is not a function gives an error and is not skipped", async () => {
    const wrong = hook({ processCallToolRequest: true });
    expect((await failureOf([wrong])).message).toBe(
      'hook "h": expected a function as processCallToolRequest, got true',
    );
  });
});

describe("continueAsync", () => {
  function later(ended: (response: unknown, error: unknown) => unknown) {
    const changed = { ...CALL, params: { ...CALL.params, arguments: { text: "changed" } } };
    return hook(
      {
        processCallToolRequest: async () => ({
          resultType: "continueAsync",
          request: changed,
          response: { content: [{ type: "text", text: "started" }] },
          callback: async (response: unknown, error: unknown) => ended(response, error),
        }),
        processCallToolResult: async (response: typeof RESULT) => ({
          resultType: "continue",
          response: { ...response, content: [...response.content, ...RESULT.content] },
        }),
      },
      "later",
    );
  }

  test("answers the caller at once; the changed request continues, and the callback gets its result", async () => {
    const background = withResolvers();
    const seen: unknown[] = [];
    const after = hook({
      async processCallToolResult(response: unknown, request: typeof CALL) {
        seen.push(request.params.arguments);
        return { resultType: "continue", response };
      },
    });
    const hooks = [later((...ending) => background.resolve(ending)), after];
    const now = await runChain(hooks, CALL, ({ params }) => ({
      content: [{ type: "text", text: `ran with ${params.arguments.text}` }],
    }));
    expect(now.content.map(({ text }) => text)).toEqual(["started", "hi"]);
    expect(await background.promise).toEqual([{ content: [{ type: "text", text: "ran with changed" }] }, null]);
    expect(seen).toEqual([{ text: "changed" }]);
  });

  test("gives the callback the error of the rest", async () => {
    const background = withResolvers();
    await runChain([later((...ending) => background.resolve(ending))], CALL, () => {
      throw { code: -32002, message: "gone" };
    });
    expect(await background.promise).toEqual([null, expect.objectContaining({ code: -32002, message: "gone" })]);
  });

  test("passes what the callback throws to onError", async () => {
    const background = withResolvers();
    const throwing = later(() => {
      throw new Error("nobody listens");
    });
    await runChain([throwing], CALL, echo, { onError: background.resolve });
    expect(await background.promise).toEqual(new Error("nobody listens"));
  });
});

test("`this` is the hook, and each method gets the extra of the request", async () => {
  const requestExtra = { requestId: 7, sessionId: "s" };
  const seen: unknown[] = [];
  class Counting {
    readonly name = "counting";
    async processCallToolRequest(this: Counting, request: unknown, extra: unknown) {
      seen.push([this.name, extra]);
      return { resultType: "continue", request };
    }
    async processCallToolResult(this: Counting, response: unknown, _request: unknown, extra: unknown) {
      seen.push([this.name, extra]);
      return { resultType: "continue", response };
    }
  }
  await runChain([new Counting() as unknown as Hook], CALL, echo, { requestExtra });
  expect(seen).toEqual([
    ["counting", requestExtra],
    ["counting", requestExtra],
  ]);
});

test("in-place changes by hooks affect neither the caller's request nor the target's result", async () => {
  const request = structuredClone(CALL);
  const result = structuredClone(RESULT);
  const inPlace = hook({
    async processCallToolRequest(asked: typeof CALL) {
      asked.params.arguments.text = "changed";
      return { resultType: "continue", request: asked };
    },
    async processCallToolResult(response: typeof RESULT) {
      for (const block of response.content) block.text = "changed";
      return { resultType: "continue", response };
    },
  });
  const targeted: unknown[] = [];
  const target = (asked: typeof CALL) => {
    targeted.push(asked.params.arguments);
    return result;
  };
  expect(await runChain([Object.freeze(inPlace)], request, target)).toEqual({
    content: [{ type: "text", text: "changed" }],
  });
  expect(targeted).toEqual([{ text: "changed" }]);
  expect([request, result]).toEqual([CALL, RESULT]);
});
