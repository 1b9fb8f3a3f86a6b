import { describe, expect, it } from "vitest";
import { afterLlm, afterTool, approveTool, beforeLlm, beforeTool, hello } from "../../src/protocol/index.js";

describe("a schema", () => {
  it("keeps unknown fields at every depth", () => {
    const params = {
      model: "m",
      novel: 1,
      meta: { TurnID: "t", novel: 2 },
      context: { novel: 3, inbound: { novel: 4 }, route: { novel: 5 }, scope: { novel: 6 } },
      messages: [
        {
          role: "assistant",
          novel: 7,
          tool_calls: [{ id: "a", novel: 8, function: { name: "exec", novel: 9 } }],
          attachments: [{ novel: 10 }],
          system_parts: [{ novel: 11, cache_control: { novel: 12 } }],
        },
      ],
      tools: [{ novel: 13, function: { name: "exec", novel: 14 } }],
      options: { novel: 15 },
    };
    expect(beforeLlm.params.parse(params)).toEqual(params);
    expect(beforeLlm.result.parse({ action: "modify", request: params })).toEqual({
      action: "modify",
      request: params,
    });
  });

  it("accepts null for every optional field", () => {
    const nothing = { meta: null, context: null, channel: null, chat_id: null, arguments: null };
    const request = { ...nothing, messages: null, tools: null, options: null, graceful_terminal: null };
    const call = { ...nothing, tool: null, hook_result: null };
    expect(hello.params.safeParse({ name: "a", version: 1, modes: null }).success).toBe(true);
    expect(beforeLlm.params.safeParse({ ...request, model: "m" }).success).toBe(true);
    expect(beforeLlm.result.safeParse({ action: null, reason: null, request: null }).success).toBe(true);
    expect(afterLlm.params.safeParse({ model: null, response: { content: null, tool_calls: null } }).success).toBe(
      true,
    );
    expect(beforeTool.params.safeParse({ ...nothing, tool: "exec" }).success).toBe(true);
    expect(beforeTool.result.safeParse({ call, result: null }).success).toBe(true);
    expect(afterTool.params.safeParse({ ...nothing, tool: "exec", result: { media: null } }).success).toBe(true);
    expect(approveTool.result.safeParse({ approved: false, reason: null }).success).toBe(true);
  });

  it("accepts an incomplete answer that the host accepts", () => {
    expect(beforeLlm.result.safeParse({ action: "modify", request: { tools: [] } }).success).toBe(true);
    expect(beforeTool.result.safeParse({ action: "respond", call: { hook_result: { for_llm: "" } } }).success).toBe(
      true,
    );
    expect(afterLlm.result.safeParse({ action: "modify", response: { content: "flat" } }).success).toBe(true);
    expect(afterTool.result.safeParse({ action: "modify", result: { for_llm: "flat" } }).success).toBe(true);
    expect(beforeTool.result.safeParse({ decision: "deny" }).success).toBe(true);
    expect(beforeTool.result.safeParse({ action: "" }).success).toBe(true);
  });

  it("returns the same arguments object that it got, with its __proto__ key", () => {
    const call = JSON.parse('{"tool":"exec","arguments":{"__proto__":{"admin":true},"constructor":1}}');
    const params = beforeTool.params.parse(call);
    expect(params.arguments).toBe(call.arguments);
    expect(Object.keys(params.arguments ?? {})).toEqual(["__proto__", "constructor"]);
  });
});
