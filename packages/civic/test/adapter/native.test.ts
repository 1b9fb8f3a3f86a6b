import { approve, compose, defineHook, defineTool, deny, modify, respond } from "@agent-hook/sdk";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { HookChainError } from "../../src/index.js";
import { asking, request, result, text, toolCall } from "./asking.js";

const list = { request: { method: "prompts/list" }, requestExtra: { requestId: 1 } };

describe("a native handler", () => {
  it("gets the call as the portable handlers changed it, and its answer is sent", async () => {
    const hook = defineHook({
      name: "h",
      beforeTool: () => modify({ arguments: { n: 2 } }),
      native: {
        civic: {
          processCallToolRequest: ({ request }) => ({
            resultType: "continue",
            request: { ...request, requestContext: { headers: { "x-n": String(request.params.arguments?.n) } } },
          }),
        },
      },
    });
    const { ask } = await asking(hook);
    expect(await ask("processCallToolRequest", request("look", { n: 1 }))).toEqual({
      resultType: "continue",
      request: { ...toolCall("look", { n: 2 }), requestContext: { headers: { "x-n": "2" } } },
    });
  });

  it("is not called for a denied call", async () => {
    const seen: string[] = [];
    const hook = defineHook({
      name: "h",
      beforeTool: () => deny("no"),
      native: { civic: { processCallToolRequest: ({ request }) => void seen.push(request.params.name) } },
    });
    await (await asking(hook)).ask("processCallToolRequest", request("refused"));
    expect(seen).toEqual([]);
  });

  it("may deny a call that the hook would answer itself: its own tool does not run", async () => {
    const ran: string[] = [];
    const own = defineTool({
      name: "own",
      description: "",
      input: z.object({}),
      run: () => {
        ran.push("own");
        return "ran";
      },
    });
    const answers = defineHook({
      name: "answers",
      tools: [own],
      respondsTo: ["theirs"],
      beforeTool: ({ tool }) => (tool === "theirs" ? respond("ran") : undefined),
    });
    const guard = defineHook({
      name: "guard",
      native: {
        civic: {
          processCallToolRequest: ({ request }) => {
            if (request.params.arguments?.please !== true) throw new HookChainError(-32001, "no");
          },
        },
      },
    });
    for (const hook of [compose(guard, answers), compose(answers, guard)]) {
      const { ask } = await asking(hook);
      for (const tool of ["own", "theirs"]) {
        expect(await ask("processCallToolRequest", request(tool))).toMatchObject({ resultType: "abort" });
        expect(ran).toEqual([]);
        expect(await ask("processCallToolRequest", request(tool, { please: true }))).toMatchObject({
          response: text("ran"),
        });
        ran.length = 0;
      }
    }
  });

  it("of several gets the call as the one before it left it", async () => {
    const add = (name: string, header: string) =>
      defineHook({
        name,
        native: {
          civic: {
            processListPromptsRequest: ({ request }) => ({
              resultType: "continue",
              request: { ...request, params: { ...request.params, [header]: true } },
            }),
          },
        },
      });
    const { ask } = await asking(compose(add("a", "first"), add("b", "second")));
    expect(await ask("processListPromptsRequest", list)).toEqual({
      resultType: "continue",
      request: { method: "prompts/list", params: { first: true, second: true } },
    });
  });

  it("ends the request with an answer that the others do not see", async () => {
    const seen: string[] = [];
    const answers = defineHook({
      name: "a",
      native: { civic: { processListPromptsRequest: () => ({ resultType: "respond", response: { prompts: [] } }) } },
    });
    const looks = defineHook({
      name: "b",
      native: { civic: { processListPromptsRequest: () => void seen.push("asked") } },
    });
    const { ask } = await asking(compose(answers, looks));
    expect(await ask("processListPromptsRequest", list)).toEqual({ resultType: "respond", response: { prompts: [] } });
    expect(seen).toEqual([]);
  });

  it("sends what it throws as a HookChainError, with code and data if the proxy accepts them", async () => {
    const error = new HookChainError(-32001, "Not implemented for you", { limit: 5 });
    const hook = defineHook({
      name: "h",
      native: {
        civic: {
          processListPromptsRequest: () => {
            throw error;
          },
          processListPromptsResult: () => {
            throw error;
          },
        },
      },
    });
    const { answer } = await asking(hook);
    expect(await answer("processListPromptsRequest", list)).toEqual({
      result: { resultType: "abort", error: { code: -32001, message: "Not provided for you", data: { limit: 5 } } },
    });
    const input = { response: { prompts: [] }, originalRequest: list.request, originalRequestExtra: {} };
    expect(await answer("processListPromptsResult", input)).toMatchObject({
      error: { code: -32001, data: { limit: 5 } },
    });
  });

  it("sends an error of the MCP SDK, and drops data that is not JSON", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const hook = defineHook({
      name: "h",
      native: {
        civic: {
          processListPromptsRequest: () => {
            throw new McpError(-32005, "later", circular);
          },
        },
      },
    });
    const { answer } = await asking(hook);
    expect(await answer("processListPromptsRequest", list)).toEqual({
      result: { resultType: "abort", error: { code: -32005, message: "MCP error -32005: later" } },
    });
  });

  const broken: readonly (readonly [string, () => unknown])[] = [
    [
      "throws anything else",
      () => {
        throw Object.assign(new Error("the password is hunter2"), { code: 7 });
      },
    ],
    ["answers nonsense", () => ({ resultType: "proceed" })],
    ["answers with the wrong fields", () => ({ resultType: "continue" })],
    [
      "answers what is no JSON",
      () => ({ resultType: "continue", request: { method: "prompts/list", params: { n: 5n } } }),
    ],
    [
      "answers continueAsync",
      () => ({ resultType: "continueAsync", request: list.request, response: {}, callback() {} }),
    ],
  ];

  it.each(broken)("that %s denies if its hook blocks, and continues if not", async (_name, handler) => {
    const native = { civic: { processListPromptsRequest: handler as never } };
    const { answer, log } = await asking(defineHook({ name: "h", onFailure: "block", native }));
    const refused = await answer("processListPromptsRequest", list);
    expect(refused).toMatchObject({ result: { resultType: "abort", error: { code: -32603 } } });
    expect(JSON.stringify(refused)).toMatch(/hook \\"h\\" .* at native\.civic\.processListPromptsRequest \(id \w+\)/);
    expect(JSON.stringify(refused)).not.toContain("hunter2");
    expect(log.join("")).toContain("the call was denied");
    const lenient = await asking(defineHook({ name: "h", native }));
    expect(await lenient.ask("processListPromptsRequest", list)).toEqual({
      resultType: "continue",
      request: list.request,
    });
  });

  it("that fails at a tool call denies it with an error result, and withholds a result", async () => {
    const fail = () => {
      throw new Error("boom");
    };
    const native = { civic: { processCallToolRequest: fail, processCallToolResult: fail } };
    const { ask } = await asking(defineHook({ name: "h", onFailure: "block", native }));
    const denial = await ask("processCallToolRequest", request("look"));
    expect(denial).toMatchObject({ resultType: "respond", response: { isError: true } });
    const { response } = await ask("processCallToolResult", result(text("secret")));
    expect(response).toEqual({ ...text(expect.stringContaining("[withheld") as never), isError: true });
  });

  it("cannot change a call that another handler has decided on", async () => {
    const rewrites = defineHook({
      name: "rewrites",
      onFailure: "block",
      native: {
        civic: {
          processCallToolRequest: ({ request }) => ({
            resultType: "continue",
            request: { ...request, params: { ...request.params, arguments: { path: "/etc" } } },
          }),
        },
      },
    });
    const guard = defineHook({ name: "guard", approveTool: () => approve() });
    const { ask, log } = await asking(compose(guard, rewrites));
    expect(await ask("processCallToolRequest", request("look", { path: "/tmp" }))).toMatchObject({
      response: { isError: true },
    });
    expect(log.join("")).toContain("changed a call that another handler decides on: use beforeTool");
    const alone = await asking(rewrites);
    expect(await alone.ask("processCallToolRequest", request("look", { path: "/tmp" }))).toMatchObject({
      request: { params: { arguments: { path: "/etc" } } },
    });
  });

  it("has no effect by changing its input or its own answer afterwards", async () => {
    let kept: { request: { method: string } } | undefined;
    const changes = defineHook({
      name: "a",
      native: {
        civic: {
          processListPromptsRequest: ({ request }) => {
            (request as { method: string }).method = "other";
          },
        },
      },
    });
    const keeps = defineHook({
      name: "b",
      native: {
        civic: {
          processListPromptsRequest: ({ request }) => {
            kept = { request: { ...request } };
            return { resultType: "continue", ...kept };
          },
        },
      },
    });
    const later = defineHook({
      name: "c",
      native: {
        civic: {
          processListPromptsRequest: () => {
            if (kept) kept.request.method = "other";
          },
        },
      },
    });
    const { ask } = await asking(compose(changes, keeps, later));
    expect(await ask("processListPromptsRequest", list)).toEqual({ resultType: "continue", request: list.request });
  });

  it("gets a URL and a date as objects", async () => {
    const urls: unknown[] = [];
    const hook = defineHook({
      name: "h",
      native: {
        civic: { processListPromptsRequest: ({ requestExtra }) => void urls.push(requestExtra.requestInfo?.url) },
      },
    });
    const extra = { requestInfo: { url: new URL("http://127.0.0.1/mcp") } };
    await (await asking(hook)).ask("processListPromptsRequest", { ...list, requestExtra: extra });
    expect(urls).toEqual([new URL("http://127.0.0.1/mcp")]);
  });
});

describe("onEvent", () => {
  it("receives notifications, initialize and errors, under MCP's names", async () => {
    const events: unknown[] = [];
    const hook = defineHook({ name: "h", onEvent: ({ raw: _raw, ...event }) => void events.push(event) });
    const { ask } = await asking(hook);
    const notification = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
    expect(await ask("processTargetNotification", notification)).toEqual({ resultType: "continue", notification });
    await ask("processInitializeRequest", {
      request: { method: "initialize", params: { clientInfo: { name: "c" } } },
      requestExtra: { sessionId: "s-1" },
    });
    const error = { message: "MCP error -32602: no such tool" };
    const input = { error, originalToolCall: toolCall("x"), originalRequestExtra: {} };
    expect(await ask("processCallToolError", input)).toEqual({ resultType: "continue" });
    await ask("processListToolsRequest", { request: { method: "tools/list" } });
    expect(events).toEqual([
      { kind: "other", hostKind: "notifications/progress", payload: { progress: 1 }, origin: {} },
      { kind: "other", hostKind: "initialize", payload: { clientInfo: { name: "c" } }, sessionId: "s-1", origin: {} },
      {
        kind: "error",
        hostKind: "processCallToolError",
        payload: { stage: "tools/call", message: error.message },
        origin: {},
      },
    ]);
  });

  it("is not awaited", async () => {
    const hook = defineHook({ name: "h", onEvent: () => new Promise(() => {}) });
    const { ask, end } = await asking(hook);
    const notification = { method: "notifications/initialized" };
    expect(await ask("processNotification", notification)).toEqual({ resultType: "continue", notification });
    await end();
  });
});

describe("the hook's own tools", () => {
  const add = defineTool({
    name: "add",
    description: "Adds",
    input: z.object({ a: z.number(), b: z.number() }),
    run: ({ a, b }) => String(a + b),
  });
  const listed = (tools: readonly object[], cursor?: string) => ({
    response: { tools },
    originalRequest: { method: "tools/list", ...(cursor === undefined ? {} : { params: { cursor } }) },
    originalRequestExtra: {},
  });
  const ours = { name: "add", description: "Adds", inputSchema: expect.objectContaining({ type: "object" }) };

  it("are listed once, after the server's, on the first page", async () => {
    const { ask } = await asking(defineHook({ name: "h", tools: [add] }));
    const { response } = await ask("processListToolsResult", listed([{ name: "look" }]));
    expect(response).toEqual({ tools: [{ name: "look" }, ours] });
    expect((await ask("processListToolsResult", listed([{ name: "look" }], "2"))).response).toEqual({
      tools: [{ name: "look" }],
    });
  });

  it("replace the server's tools of the same name, which is logged once", async () => {
    const { ask, log } = await asking(defineHook({ name: "h", tools: [add] }));
    await ask("processListToolsResult", listed([{ name: "add", description: "theirs" }]));
    const { response } = await ask("processListToolsResult", listed([{ name: "add", description: "theirs" }]));
    expect(response).toEqual({ tools: [ours] });
    expect(log).toEqual(['[h] warn: the server also has a tool "add": the hook\'s own tool is listed and answers\n']);
  });

  it("run only after the hook's own handlers", async () => {
    const order: string[] = [];
    const hook = defineHook({
      name: "h",
      tools: [add],
      beforeTool: ({ ownTool }) => void order.push(`before ${ownTool}`),
      approveTool: ({ kind, arguments: { a } }) => {
        order.push(`approve ${kind}`);
        return a === 1 ? approve() : ({ action: "deny", reason: "only 1" } as const);
      },
    });
    const { ask } = await asking(hook);
    const { response } = await ask("processCallToolRequest", request("add", { a: 1, b: 2 }));
    expect(response).toMatchObject(text("3"));
    expect(order).toEqual(["before add", "approve plugin"]);
    expect(await ask("processCallToolRequest", request("add", { a: 2, b: 2 }))).toMatchObject({
      response: { ...text("only 1"), isError: true },
    });
  });

  it("answer invalid arguments with a description of the problem", async () => {
    const { ask } = await asking(defineHook({ name: "h", tools: [add] }));
    expect(await ask("processCallToolRequest", request("add", { a: "1" }))).toMatchObject({
      resultType: "respond",
      response: { isError: true, content: [{ text: expect.stringMatching(/^Invalid arguments for add: a: /) }] },
    });
  });

  it("are offered to clients of a server without tools", async () => {
    const { ask } = await asking(defineHook({ name: "h", tools: [add] }));
    const initialized = { response: { capabilities: { prompts: {} } }, originalRequest: { method: "initialize" } };
    expect((await ask("processInitializeResult", initialized)).response).toEqual({
      capabilities: { prompts: {}, tools: {} },
    });
    const unknown = {
      error: { message: "MCP error -32601: Method not found" },
      originalRequest: { method: "tools/list" },
    };
    expect(await ask("processListToolsError", unknown)).toEqual({ resultType: "respond", response: { tools: [ours] } });
    const other = { error: { message: "fetch failed" }, originalRequest: { method: "tools/list" } };
    expect(await ask("processListToolsError", other)).toEqual({ resultType: "continue" });
  });
});
