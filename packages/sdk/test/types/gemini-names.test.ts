import { describe, expect, expectTypeOf, it } from "vitest";
import { message, UNKNOWN_FIELDS } from "../../src/hosts/gemini/adapter.js";
import { capabilities } from "../../src/hosts/gemini/capabilities.js";
import { EVENT_NAMES, type EventName } from "../../src/hosts/gemini/events.js";
import type {
  GeminiAnswer,
  GeminiCandidate,
  GeminiEvent,
  GeminiPayload,
  GeminiRequest,
  GeminiResponse,
} from "../../src/hosts/gemini/native.js";
import { answerSchema, payloadSchema } from "../../src/hosts/gemini/wire.js";
import type { GeminiHandlers, Message, Point } from "../../src/index.js";
import { decisionRules } from "../../src/runtime/decision-rules.js";
import { type Fields, fieldOf, fieldsOfRule, inner, type Rule } from "./fields-of.js";

const event: Fields<GeminiEvent> = {
  session_id: "required",
  transcript_path: "required",
  cwd: "required",
  hook_event_name: "required",
  timestamp: "required",
};
const tool: Fields<GeminiPayload<"BeforeTool">> = {
  ...event,
  tool_name: "required",
  tool_input: "required",
  mcp_context: "optional",
  original_request_name: "optional",
};
const request: Fields<GeminiPayload<"BeforeModel">> = { ...event, llm_request: "required" };
const inputs: { readonly [E in EventName]: Fields<GeminiPayload<E>> } = {
  BeforeTool: tool,
  AfterTool: { ...tool, tool_response: "required" },
  BeforeModel: request,
  AfterModel: { ...request, llm_response: "required" },
  BeforeToolSelection: request,
  BeforeAgent: { ...event, prompt: "required" },
  AfterAgent: { ...event, prompt: "required", prompt_response: "required", stop_hook_active: "optional" },
  SessionStart: { ...event, source: "required" },
  SessionEnd: { ...event, reason: "required" },
  PreCompress: { ...event, trigger: "required" },
  Notification: { ...event, notification_type: "required", message: "required", details: "optional" },
};

const common: Fields<GeminiAnswer<"SessionEnd">> = { suppressOutput: "optional", systemMessage: "optional" };
const specific = { ...common, hookSpecificOutput: "optional" } as const;
const stops = { ...specific, continue: "optional", stopReason: "optional" } as const;
const denies = { ...stops, decision: "optional", reason: "optional" } as const;
const answers: { readonly [E in EventName]: Fields<GeminiAnswer<E>> } = {
  BeforeTool: denies,
  AfterTool: denies,
  BeforeModel: denies,
  AfterModel: stops,
  BeforeToolSelection: specific,
  BeforeAgent: denies,
  AfterAgent: denies,
  SessionStart: specific,
  SessionEnd: common,
  PreCompress: common,
  Notification: common,
};

type Specific<E extends EventName> =
  GeminiAnswer<E> extends { readonly hookSpecificOutput?: infer S } ? NonNullable<S> : never;
const specifics: { readonly [E in EventName as Specific<E> extends never ? never : E]: Fields<Specific<E>> } = {
  BeforeTool: { hookEventName: "required", tool_input: "optional" },
  AfterTool: { hookEventName: "required", additionalContext: "optional", tailToolCallRequest: "optional" },
  BeforeModel: { hookEventName: "required", llm_request: "optional", llm_response: "optional" },
  AfterModel: { hookEventName: "required", llm_response: "optional" },
  BeforeToolSelection: { hookEventName: "required", toolConfig: "optional" },
  BeforeAgent: { hookEventName: "required", additionalContext: "optional" },
  AfterAgent: { hookEventName: "required", clearContext: "optional" },
  SessionStart: { hookEventName: "required", additionalContext: "optional" },
};
const specificOf = (name: EventName) => inner(fieldOf(answerSchema(name), "hookSpecificOutput"));

describe.each(EVENT_NAMES as EventName[])("Gemini CLI's %s", (name) => {
  it("has a payload of the fields of its interface", () => {
    expect(fieldsOfRule(payloadSchema(name))).toEqual(inputs[name]);
  });

  it("has an answer of the fields of its interface", () => {
    expect(fieldsOfRule(answerSchema(name))).toEqual(answers[name]);
  });
});

it.each(Object.entries(specifics))("what only %s has is the same in both", (name, fields) => {
  expect(fieldsOfRule(specificOf(name as EventName))).toEqual(fields);
});

it("requests and replies have the fields of their interfaces, coming and going", () => {
  const asked: Fields<GeminiRequest> = { model: "required", messages: "required", config: "optional" };
  const said: Fields<GeminiResponse> = { text: "optional", candidates: "required", usageMetadata: "optional" };
  const candidate: Fields<GeminiCandidate> = { content: "required", finishReason: "optional", index: "optional" };
  const content: Fields<GeminiCandidate["content"]> = { role: "optional", parts: "required" };
  expect(fieldsOfRule(fieldOf(payloadSchema("BeforeModel"), "llm_request"))).toEqual(asked);
  const replies: Rule[] = [
    fieldOf(payloadSchema("AfterModel"), "llm_response"),
    inner(fieldOf(specificOf("AfterModel"), "llm_response")),
    inner(fieldOf(specificOf("BeforeModel"), "llm_response")),
  ];
  for (const reply of replies) {
    expect(fieldsOfRule(reply)).toEqual(said);
    const one = inner(fieldOf(reply, "candidates"));
    expect(fieldsOfRule(one)).toEqual(candidate);
    expect(fieldsOfRule(fieldOf(one, "content"))).toEqual(content);
  }
  type Change = NonNullable<Specific<"BeforeModel">["llm_request"]>;
  const change: Fields<Change> = { model: "optional", messages: "optional", config: "optional" };
  const config: Fields<NonNullable<Change["config"]>> = {
    temperature: "optional",
    topP: "optional",
    topK: "optional",
    maxOutputTokens: "optional",
  };
  const rule = inner(fieldOf(specificOf("BeforeModel"), "llm_request"));
  expect(fieldsOfRule(rule)).toEqual(change);
  expect(fieldsOfRule(inner(fieldOf(rule, "config")))).toEqual(config);
});

it("a handler gets what its event brings", () => {
  expectTypeOf<keyof GeminiHandlers<{}>>().toEqualTypeOf<EventName>();
  expectTypeOf<Parameters<NonNullable<GeminiHandlers<{}>["BeforeTool"]>>[0]>().toEqualTypeOf<
    GeminiPayload<"BeforeTool">
  >();
});

it("Gemini CLI's messages have all fields of ours but those that are named unknown", () => {
  const fields: Fields<Message> = {
    role: "required",
    content: "required",
    modelName: "optional",
    createdAt: "optional",
    media: "optional",
    attachments: "optional",
    reasoning: "optional",
    systemParts: "optional",
    toolCalls: "optional",
    toolCallId: "optional",
  };
  const unknown: readonly string[] = UNKNOWN_FIELDS;
  expect(Object.keys(message.decode({ role: "model", content: "x" })).sort()).toEqual(
    Object.keys(fields)
      .filter((name) => !unknown.includes(name))
      .sort(),
  );
});

it.each(Object.keys(decisionRules) as Point[])(
  "Gemini CLI's table says something of every decision of %s, and of nothing else",
  (point) => {
    const rows = capabilities.decisions.filter((row) => row.point === point).map((row) => row.decision);
    const named = [...new Set(rows.map((decision) => decision.split(".")[0]))].sort();
    expect(named).toEqual(Object.keys(decisionRules[point]).sort());
  },
);
