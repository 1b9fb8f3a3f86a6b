import { describe, expect, it } from "vitest";
import { type MethodName, type MethodSpec, methods } from "../../src/protocol/index.js";

type Case = [method: MethodName, direction: "params" | "result", path: string, body: unknown];

const message = { role: "assistant", content: "" };
const definition = { type: "function", function: { name: "exec" } };

const cases: Case[] = [
  ["hook.hello", "params", "name", { version: 1 }],
  ["hook.hello", "params", "version", { name: "a" }],
  ["hook.hello", "params", "modes.1", { name: "a", version: 1, modes: ["llm", 2] }],
  ["hook.hello", "result", "ok", { ok: "yes" }],
  ["hook.before_llm", "params", "model", { messages: [] }],
  ["hook.before_llm", "params", "model", { model: null }],
  ["hook.before_llm", "params", "messages", { model: "m", messages: {} }],
  ["hook.before_llm", "params", "messages.1.role", { model: "m", messages: [message, { content: "" }] }],
  ["hook.before_llm", "params", "messages.0.content", { model: "m", messages: [{ role: "user", content: [] }] }],
  [
    "hook.before_llm",
    "params",
    "messages.0.tool_calls.0.function.arguments",
    { model: "m", messages: [{ ...message, tool_calls: [{ function: { arguments: {} } }] }] },
  ],
  ["hook.before_llm", "params", "tools.1.function", { model: "m", tools: [definition, { type: "function" }] }],
  ["hook.before_llm", "params", "tools.0.function.parameters", { model: "m", tools: [withParameters([])] }],
  ["hook.before_llm", "params", "options", { model: "m", options: [] }],
  ["hook.before_llm", "result", "action", { action: "deny_tool" }],
  ["hook.before_llm", "result", "request.messages.0.role", { request: { messages: [{}] } }],
  ["hook.after_llm", "params", "response", { model: "m" }],
  ["hook.after_llm", "params", "response.content", { response: { content: 1 } }],
  ["hook.after_llm", "result", "action", { action: "respond" }],
  ["hook.after_llm", "result", "response.response.content", { response: { response: { content: 1 } } }],
  ["hook.before_tool", "params", "tool", { arguments: {} }],
  ["hook.before_tool", "params", "arguments", { tool: "exec", arguments: [] }],
  ["hook.before_tool", "params", "arguments", { tool: "exec", arguments: "{}" }],
  ["hook.before_tool", "params", "arguments", { tool: "exec", arguments: new Map() }],
  ["hook.before_tool", "params", "meta.Iteration", { tool: "exec", meta: { Iteration: "1" } }],
  ["hook.before_tool", "params", "context.inbound.chat_id", { tool: "exec", context: { inbound: { chat_id: 1 } } }],
  ["hook.before_tool", "result", "action", { action: "allow" }],
  ["hook.before_tool", "result", "result.for_llm", { action: "respond", result: { for_llm: 12 } }],
  ["hook.before_tool", "result", "call.hook_result.silent", { call: { hook_result: { silent: "no" } } }],
  ["hook.after_tool", "params", "result", { tool: "exec" }],
  ["hook.after_tool", "params", "duration", { tool: "exec", result: {}, duration: "1s" }],
  ["hook.after_tool", "result", "action", { action: "deny_tool" }],
  ["hook.after_tool", "result", "result.result.media.0", { result: { result: { media: [1] } } }],
  ["hook.approve_tool", "params", "tool", { tool: 1 }],
  ["hook.approve_tool", "result", "approved", { reason: "no" }],
  ["hook.approve_tool", "result", "approved", { approved: "yes" }],
  ["hook.event", "params", "Kind", { Kind: 1.5 }],
  ["hook.event", "params", "Payload", { Kind: 1, Payload: [] }],
  ["hook.runtime_event", "params", "kind", { kind: 1 }],
  ["hook.runtime_event", "params", "scope.turn_id", { kind: "agent.error", scope: { turn_id: 1 } }],
];

describe("a schema rejects", () => {
  it.each(cases)("%s %s, and names only %s", (method, direction, path, body) => {
    const spec: MethodSpec = methods[method];
    const issues = spec[direction]?.safeParse(body).error?.issues.map((issue) => issue.path.join("."));
    expect(issues).toEqual([path]);
  });

  it.each([[[]], [null], ["text"], [42]])("%j as a message", (body) => {
    for (const spec of Object.values<MethodSpec>(methods)) {
      expect(spec.params.safeParse(body).success).toBe(false);
      if (spec.result) expect(spec.result.safeParse(body).success).toBe(false);
    }
  });
});

function withParameters(parameters: unknown): object {
  return { type: "function", function: { name: "exec", parameters } };
}
