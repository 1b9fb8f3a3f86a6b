import type { AfterLlmParams, AfterToolParams, BeforeLlmParams, BeforeToolParams } from "@agent-hook/protocol";
import { describe, expect, test } from "vitest";
import {
  afterAfterLlm,
  afterAfterTool,
  afterApproveTool,
  afterBeforeLlm,
  afterBeforeTool,
} from "../src/picoclaw-rules.js";

const FAILED = { failure: "failed" } as const;
const request: BeforeLlmParams = {
  model: "m",
  messages: [{ role: "user", content: "hi" }],
  tools: [{ type: "function", function: { name: "list_dir" } }],
  options: { temperature: 1 },
};
const reply: AfterLlmParams = { model: "m", response: { content: "hello", tool_calls: [{ id: "call_1" }] } };
const call: BeforeToolParams = { tool: "list_dir", arguments: { path: "." } };
const outcome: AfterToolParams = { ...call, result: { for_llm: "FILE: a" } };

describe("before_llm", () => {
  test("goes on unchanged when the hook fails, has no opinion, or says modify without a request", () => {
    const unchanged = { outcome: "goes on", params: request, changed: false };
    expect(afterBeforeLlm(request, FAILED)).toEqual(unchanged);
    expect(afterBeforeLlm(request, { answer: { action: "continue" } })).toEqual(unchanged);
    expect(afterBeforeLlm(request, { answer: {} })).toEqual(unchanged);
    expect(afterBeforeLlm(request, { answer: { action: "modify", request: null } })).toEqual(unchanged);
  });

  test("takes the hook's request as the whole: what it leaves out is empty", () => {
    const tools = [{ type: "function", function: { name: "get_weather" } }];
    expect(afterBeforeLlm(request, { answer: { action: "modify", request: { tools } } })).toEqual({
      outcome: "goes on",
      params: { model: "", messages: [], tools, options: {} },
      changed: true,
    });
  });
});

describe("after_llm", () => {
  test("takes the reply at response.response, and nothing of the flat form", () => {
    const response = { content: "bye" };
    expect(afterAfterLlm(reply, { answer: { action: "modify", response: { response } } })).toMatchObject({
      params: { response },
      changed: true,
    });
    expect(afterAfterLlm(reply, { answer: { action: "modify", response: { content: "bye" } } })).toEqual({
      outcome: "goes on",
      params: reply,
      changed: false,
    });
  });

  test("goes on unchanged when the hook fails", () => {
    expect(afterAfterLlm(reply, FAILED)).toEqual({ outcome: "goes on", params: reply, changed: false });
  });
});

describe("before_tool", () => {
  test("is skipped when the hook fails", () => {
    expect(afterBeforeTool(call, FAILED)).toEqual({ outcome: "goes on", params: call, changed: false });
  });

  test("takes the hook's call as the whole: without a tool it names none", () => {
    const answer = { action: "modify", call: { arguments: { path: "/" } } } as const;
    expect(afterBeforeTool(call, { answer })).toEqual({
      outcome: "goes on",
      params: { tool: "", arguments: { path: "/" } },
      changed: true,
    });
  });

  test("answers the call with the result, beside the call or inside it", () => {
    const result = { for_llm: "sunny" };
    const answered = { outcome: "answered", result };
    expect(afterBeforeTool(call, { answer: { action: "respond", result } })).toEqual(answered);
    expect(afterBeforeTool(call, { answer: { action: "respond", call: { hook_result: result } } })).toEqual(answered);
  });

  test("runs the tool when respond brings no result", () => {
    expect(afterBeforeTool(call, { answer: { action: "respond" } })).toMatchObject({
      outcome: "goes on",
      params: call,
    });
  });

  test("tells the model that a hook denied the tool", () => {
    expect(afterBeforeTool(call, { answer: { action: "deny_tool", reason: "not here" } })).toEqual({
      outcome: "denied",
      text: "Tool execution denied by hook: not here",
    });
  });
});

describe("approve_tool", () => {
  test("approves only on a yes", () => {
    expect(afterApproveTool("guard", { answer: { approved: true } })).toEqual({ outcome: "approved" });
  });

  test("refuses on a no, a failure and a timeout, in PicoClaw's words", () => {
    const text = (asked: Parameters<typeof afterApproveTool>[1]) => {
      const ruled = afterApproveTool("guard", asked);
      return ruled.outcome === "denied" ? ruled.text : ruled.outcome;
    };
    const start = "Tool execution denied by approval hook:";
    expect(text({ answer: { approved: false, reason: "no shell" } })).toBe(`${start} no shell`);
    expect(text(FAILED)).toBe(`${start} tool approval hook "guard" failed`);
    expect(text({ failure: "timed out" })).toBe(`${start} tool approval hook "guard" timed out`);
  });
});

describe("after_tool", () => {
  test("takes the result at result.result, and nothing of the flat form", () => {
    const result = { for_llm: "[withheld]" };
    expect(afterAfterTool(outcome, { answer: { action: "modify", result: { result } } })).toMatchObject({
      params: { result },
      changed: true,
    });
    const flat = { action: "modify", result: { for_llm: "[withheld]" } } as const;
    expect(afterAfterTool(outcome, { answer: flat })).toEqual({ outcome: "goes on", params: outcome, changed: false });
  });

  test("goes on unchanged when the hook fails", () => {
    expect(afterAfterTool(outcome, FAILED)).toEqual({ outcome: "goes on", params: outcome, changed: false });
  });
});

describe("abort", () => {
  test.each([
    ["abort_turn", "turn"],
    ["hard_abort", "agent"],
  ] as const)("%s ends the %s at each point, whatever else the answer holds", (action, scope) => {
    const answer = { action, reason: "enough", request: {}, call: {}, result: {}, response: {} };
    const aborted = { outcome: "aborted", scope, reason: "enough" };
    expect(afterBeforeLlm(request, { answer })).toEqual(aborted);
    expect(afterAfterLlm(reply, { answer })).toEqual(aborted);
    expect(afterBeforeTool(call, { answer })).toEqual(aborted);
    expect(afterAfterTool(outcome, { answer })).toEqual(aborted);
  });
});
