import {
  abortTurn,
  approve,
  ask,
  compose,
  defineHook,
  deny,
  hardAbort,
  modify,
  reject,
  respond,
} from "@agent-hook/sdk";
import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { decode } from "../../src/wire/superjson.js";
import { asking, request, result, text, toolCall } from "./asking.js";

const refused = (reason: unknown) => ({
  resultType: "respond",
  response: { content: [{ type: "text", text: reason }], isError: true, _meta: expect.anything() },
});

describe("a tool call", () => {
  it("continues unchanged if no handler decides", async () => {
    const { ask } = await asking(defineHook({ name: "h", beforeTool: () => undefined }));
    const input = request("look", { deep: [{ a: 1 }] });
    const whole = { ...input.request, params: { ...input.request.params, _meta: { progressToken: 3 }, task: {} } };
    const call = { ...whole, requestContext: { path: "/x" } };
    expect(await ask("processCallToolRequest", { ...input, request: call })).toEqual({
      resultType: "continue",
      request: call,
    });
  });

  it("is passed with its name, kind, session and the proxy's own object", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({ name: "h", beforeTool: ({ ...call }) => void seen.push(call) });
    const input = request("look", { city: "Oslo" });
    await (await asking(hook)).ask("processCallToolRequest", input);
    expect(seen).toEqual([
      expect.objectContaining({ tool: "look", kind: "mcp", arguments: { city: "Oslo" }, sessionId: "s-1", raw: input }),
    ]);
  });

  it("can be changed only in its name and arguments", async () => {
    const hook = defineHook({ name: "h", beforeTool: () => modify({ tool: "watch", arguments: { n: 2 } }) });
    const { ask } = await asking(hook);
    const input = request("look", { n: 1 });
    const call = { ...input.request, params: { ...input.request.params, _meta: { a: 1 } } };
    expect(await ask("processCallToolRequest", { ...input, request: call })).toEqual({
      resultType: "continue",
      request: { method: "tools/call", params: { name: "watch", arguments: { n: 2 }, _meta: { a: 1 } } },
    });
  });

  it("is approved with its final arguments", async () => {
    const hook = compose(
      defineHook({ name: "a", beforeTool: () => modify({ arguments: { path: "/etc" } }) }),
      defineHook({
        name: "b",
        approveTool: ({ arguments: { path } }) => (path === "/etc" ? reject("not there") : approve()),
      }),
    );
    const { ask } = await asking(hook);
    expect(await ask("processCallToolRequest", request("look", { path: "/tmp" }))).toEqual(refused("not there"));
  });

  it.each([
    ["deny", defineHook({ name: "h", beforeTool: () => deny("no") }), "no"],
    ["reject", defineHook({ name: "h", approveTool: () => reject("no") }), "no"],
    ["ask", defineHook({ name: "h", approveTool: () => ask("is it free?") }), "needs a person: is it free?"],
    ["abortTurn", defineHook({ name: "h", beforeTool: () => abortTurn("enough") }), "enough"],
    ["hardAbort", defineHook({ name: "h", beforeTool: () => hardAbort("enough") }), "enough"],
    ["deny without a reason", defineHook({ name: "h", beforeTool: () => deny("") }), 'denied by hook "h"'],
    [
      "deny in words that Civic's client takes for consent",
      defineHook({ name: "h", beforeTool: () => deny("Not Implemented for you") }),
      "Not provided for you",
    ],
  ])("is denied with an error result by %s", async (_name, hook, reason) => {
    const { ask } = await asking(hook);
    expect(await ask("processCallToolRequest", request("look"))).toEqual(refused(reason));
  });

  it("may be answered only by a hook that declares it in respondsTo", async () => {
    const hook = defineHook({ name: "h", onFailure: "block", respondsTo: ["look"], beforeTool: () => respond("seen") });
    const { ask } = await asking(hook);
    expect(await ask("processCallToolRequest", request("look"))).toMatchObject({
      resultType: "respond",
      response: text("seen"),
    });
    expect(await ask("processCallToolRequest", request("other"))).toEqual(
      refused(expect.stringContaining("returned a decision that this host does not support")),
    );
  });

  it("is answered with structured content too if the text is a JSON object, which some tools' clients require", async () => {
    const hook = defineHook({ name: "h", respondsTo: ["look"], beforeTool: () => respond('{"a":1}') });
    const { ask } = await asking(hook);
    const { response } = await ask("processCallToolRequest", request("look"));
    expect(response).toMatchObject({ ...text('{"a":1}'), structuredContent: { a: 1 } });
  });

  it("keeps the text of a successful answer, whatever it contains", async () => {
    const hook = defineHook({
      name: "h",
      respondsTo: ["look"],
      beforeTool: () => respond("throw Error('not implemented')"),
    });
    const { ask } = await asking(hook);
    const { response } = await ask("processCallToolRequest", request("look"));
    expect(response).toMatchObject(text("throw Error('not implemented')"));
  });

  it.each(["block", "continue"] as const)("of a hook that throws under %s follows its policy", async (onFailure) => {
    const hook = defineHook({
      name: "h",
      onFailure,
      beforeTool: () => {
        throw new Error("the password is hunter2: not implemented");
      },
    });
    const { ask, log } = await asking(hook);
    const answer = await ask("processCallToolRequest", request("look"));
    if (onFailure === "continue") expect(answer).toMatchObject({ resultType: "continue" });
    else
      expect(answer).toEqual(
        refused(
          expect.stringMatching(
            /^hook "h" threw an error at beforeTool \(id \w+\); to find out why, look for this id on the hook's stderr$/,
          ),
        ),
      );
    expect(JSON.stringify(answer)).not.toContain("hunter2");
    expect(log.join("")).toContain("hunter2");
  });

  it("has URLs and dates in its arguments as text, as they are sent on", async () => {
    const hook = defineHook({
      name: "h",
      onFailure: "block",
      beforeTool: ({ arguments: args }) => (JSON.stringify(args).includes("169.254") ? deny("not there") : undefined),
    });
    const { ask } = await asking(hook);
    const item = superjson.serialize(request("fetch", { url: new URL("http://169.254.169.254/") }));
    expect(await ask("processCallToolRequest", decode(JSON.parse(JSON.stringify(item))))).toEqual(refused("not there"));
  });

  it("sent as a notification is rejected: the proxy would forward it unchecked", async () => {
    const notification = { method: "tools/call", params: { name: "look" } };
    const guard = await asking(defineHook({ name: "h", beforeTool: () => undefined }));
    expect(await guard.answer("processNotification", notification)).toMatchObject({ error: { code: -32600 } });
    const observer = await asking(defineHook({ name: "h", onEvent: () => {} }));
    expect(await observer.ask("processNotification", notification)).toEqual({ resultType: "continue", notification });
  });

  it("is not changed by a handler that modifies its objects", async () => {
    const hook = defineHook({
      name: "h",
      beforeTool: (call) => {
        (call.arguments as { n: number }).n = 2;
        (call.raw.request as { method: string }).method = "other";
      },
    });
    const { ask } = await asking(hook);
    const input = request("look", { n: 1 });
    expect(await ask("processCallToolRequest", input)).toEqual({ resultType: "continue", request: input.request });
  });
});

describe("the result of a tool call", () => {
  it("never runs as a task if the hook checks results: the result of a task would not be checked", async () => {
    const portable = defineHook({ name: "h", afterTool: () => undefined });
    const native = defineHook({ name: "h", native: { civic: { processCallToolResult: () => undefined } } });
    const input = request("look", { n: 1 });
    const task = { ...input.request, params: { ...input.request.params, task: { ttl: 1000 } } };
    for (const hook of [portable, native]) {
      const { ask } = await asking(hook);
      expect(await ask("processCallToolRequest", { ...input, request: task })).toEqual({
        resultType: "continue",
        request: input.request,
      });
    }
  });

  it("continues unchanged if no handler decides", async () => {
    const { ask } = await asking(defineHook({ name: "h", afterTool: () => undefined }));
    const response = { ...text("a", "b"), structuredContent: { a: 1 }, _meta: { b: 2 }, extra: [1] };
    expect(await ask("processCallToolResult", result(response))).toEqual({ resultType: "continue", response });
  });

  it("is not passed to a hook that answered the call itself", async () => {
    const seen: string[] = [];
    const hook = defineHook({
      name: "h",
      respondsTo: ["look"],
      beforeTool: () => respond("mine"),
      afterTool: ({ result }) => void seen.push(result.forLlm),
    });
    const { ask } = await asking(hook);
    const { response } = await ask("processCallToolRequest", request("look"));
    expect(await ask("processCallToolResult", result(response as object))).toEqual({
      resultType: "continue",
      response: text("mine"),
    });
    // The mark is valid once: if a server sends it again, the hook checks the result.
    await ask("processCallToolResult", result(response as object));
    await ask("processCallToolResult", result({ ...text("guessed"), _meta: { "agent-hook/answered": "x" } }));
    expect(seen).toEqual(["mine", "guessed"]);
  });

  it("keeps what other hooks added next to the mark", async () => {
    const { ask } = await asking(defineHook({ name: "h", respondsTo: ["look"], beforeTool: () => respond("mine") }));
    const { response } = (await ask("processCallToolRequest", request("look"))) as { response: { _meta: object } };
    const marked = { ...response, _meta: { ...response._meta, timestamp: "now" } };
    expect((await ask("processCallToolResult", result(marked))).response).toEqual({
      ...text("mine"),
      _meta: { timestamp: "now" },
    });
  });

  it("can be changed in its text and its error flag", async () => {
    const hook = defineHook({ name: "h", afterTool: () => modify({ result: { forLlm: "b", isError: true } }) });
    const { ask } = await asking(hook);
    const response = { ...text("a"), _meta: { sourceSessionId: "s-1", note: "a" }, extra: "a" };
    expect((await ask("processCallToolResult", result(response))).response).toEqual({
      ...text("b"),
      isError: true,
      // Fields that no handler saw are dropped. The session id is kept, because the proxy's hooks read it.
      _meta: { sourceSessionId: "s-1" },
    });
  });

  it("cannot be changed in fields that MCP lacks: that is a failure", async () => {
    const hook = defineHook({ name: "h", onFailure: "block", afterTool: () => modify({ result: { media: ["x"] } }) });
    const { ask, log } = await asking(hook);
    expect(await ask("processCallToolResult", result(text("secret")))).toEqual({
      resultType: "continue",
      response: {
        ...text(
          expect.stringMatching(
            /^\[withheld: hook "[^"]+" failed \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr\]$/,
          ) as never,
        ),
        isError: true,
      },
    });
    expect(log.join("")).toContain("modify changed media of a result");
  });

  it.each([
    ["abortTurn", () => abortTurn("enough"), "enough"],
    ["hardAbort", () => hardAbort("enough"), "enough"],
  ])("is replaced by the reason of %s", async (_name, afterTool, reason) => {
    const { ask } = await asking(defineHook({ name: "h", afterTool }));
    const response = { ...text("secret"), structuredContent: { secret: 1 }, _meta: { secret: 1 } };
    expect((await ask("processCallToolResult", result(response))).response).toEqual({ ...text(reason), isError: true });
  });

  it("is withheld completely if a hook that blocks fails", async () => {
    const afterTool = () => {
      throw new Error("boom");
    };
    const response = {
      content: [{ type: "image", data: "c2VjcmV0", mimeType: "image/png" }],
      structuredContent: { s: 1 },
    };
    const { ask } = await asking(defineHook({ name: "h", onFailure: "block", afterTool }));
    expect((await ask("processCallToolResult", result(response))).response).toEqual({
      ...text(expect.stringContaining("[withheld") as never),
      isError: true,
    });
    const lenient = await asking(defineHook({ name: "h", afterTool }));
    expect((await lenient.ask("processCallToolResult", result(response))).response).toEqual(response);
  });
});

describe("an error of a tool call", () => {
  const failed = (error: object) => ({ error, originalToolCall: toolCall("look"), originalRequestExtra: {} });

  it("is passed to afterTool like a result, since a model reads both", async () => {
    const seen: unknown[] = [];
    const hook = defineHook({
      name: "h",
      afterTool: ({ tool, result: { forLlm, isError } }) => {
        seen.push([tool, forLlm, isError]);
        return modify({ result: forLlm.replaceAll("hunter2", "***") });
      },
    });
    const { ask } = await asking(hook);
    const error = { message: "MCP error -32603: no login as hunter2", data: { password: "hunter2" } };
    expect(await ask("processCallToolError", failed(error))).toEqual({
      resultType: "respond",
      response: { ...text('MCP error -32603: no login as ***\n{"password":"***"}'), isError: true },
    });
    expect(await ask("processCallToolError", failed({ message: "no such tool" }))).toEqual({ resultType: "continue" });
    expect(seen).toEqual([
      ["look", `${error.message}\n{"password":"hunter2"}`, true],
      ["look", "no such tool", true],
    ]);
  });

  it("has no text that was removed from its data, and neither has the input of a native handler", async () => {
    const secret = "line 1\nline 2";
    const shown: string[] = [];
    const redactor = defineHook({
      name: "redactor",
      afterTool: ({ result: { forLlm } }) => modify({ result: forLlm.replaceAll(secret, "***") }),
    });
    const native = defineHook({
      name: "native",
      native: { civic: { processCallToolError: ({ error }) => void shown.push(JSON.stringify(error)) } },
    });
    const { ask } = await asking(compose(redactor, native));
    const answer = await ask("processCallToolError", failed({ message: "no", data: { log: secret } }));
    expect(answer).toMatchObject({ resultType: "respond", response: { isError: true } });
    expect(JSON.stringify([answer, shown])).not.toContain("line 2");
  });

  it("is withheld if a hook that blocks fails", async () => {
    const afterTool = () => {
      throw new Error("boom");
    };
    const { ask } = await asking(defineHook({ name: "h", onFailure: "block", afterTool }));
    expect(await ask("processCallToolError", failed({ message: "secret" }))).toEqual({
      resultType: "respond",
      response: { ...text(expect.stringContaining("[withheld") as never), isError: true },
    });
  });
});

describe("an input that no handler can check", () => {
  it.each([
    ["processCallToolRequest", { request: { method: "tools/call", params: { arguments: {} } } }, "request.params.name"],
    [
      "processCallToolRequest",
      { request: { method: "tools/call", params: { name: "a", arguments: [] } } },
      "arguments",
    ],
    ["processCallToolRequest", undefined, "expected object"],
    ["processCallToolResult", { response: { content: "x" }, originalCallToolRequest: request("a").request }, "content"],
    ["processListToolsError", { error: {}, originalRequest: { method: "tools/list" } }, "error.message"],
    ["processNotification", { params: {} }, "method"],
  ] as const)("of %s is an error that names the place", async (method, input, words) => {
    const { answer } = await asking(defineHook({ name: "h", onFailure: "block", beforeTool: () => undefined }));
    expect(await answer(method, input)).toEqual({
      error: { status: 400, message: expect.stringContaining(words) },
    });
  });
});
