import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import { EVENT_NAMES, type EventName } from "../../src/hosts/copilot/events.js";
import type { CopilotAnswer, CopilotEvent, CopilotPayload } from "../../src/hosts/copilot/native.js";
import { answerSchema, payloadSchema } from "../../src/hosts/copilot/wire.js";
import type { CopilotHandlers } from "../../src/index.js";
import { type Fields, fieldOf, fieldsOfRule, inner } from "./fields-of.js";

type Input<E extends EventName> = Fields<CopilotPayload<E>>;
type Answer<E extends EventName> = Fields<CopilotAnswer<E>>;

const event: Fields<CopilotEvent> = { sessionId: "required", timestamp: "required", cwd: "required" };
const tool: Input<"preToolUse"> = { ...event, toolName: "required", toolArgs: "required" };
const start: Input<"subagentStart"> = {
  ...event,
  transcriptPath: "optional",
  agentName: "required",
  agentId: "optional",
  agentType: "optional",
  parentAgentId: "optional",
};
const inputs: { readonly [E in EventName]: Input<E> } = {
  preToolUse: tool,
  postToolUse: { ...tool, toolResult: "required" },
  postToolUseFailure: { ...tool, error: "required" },
  preMcpToolCall: {
    ...event,
    toolCallId: "optional",
    serverName: "required",
    toolName: "required",
    arguments: "required",
  },
  permissionRequest: {
    ...event,
    hookName: "optional",
    toolName: "required",
    toolInput: "required",
    permissionSuggestions: "optional",
  },
  userPromptSubmitted: { ...event, prompt: "required" },
  userPromptTransformed: { ...event, prompt: "required", transformedPrompt: "required" },
  sessionStart: { ...event, source: "required", initialPrompt: "optional" },
  sessionEnd: { ...event, reason: "required" },
  agentStop: { ...event, transcriptPath: "optional", stopReason: "required", stop_hook_active: "optional" },
  subagentStart: start,
  subagentStop: { ...start, response: "optional", stopReason: "required", stop_hook_active: "optional" },
  notification: {
    ...event,
    hook_event_name: "optional",
    notification_type: "required",
    message: "required",
    title: "optional",
  },
  preCompact: { ...event, transcriptPath: "optional", trigger: "required", customInstructions: "optional" },
  errorOccurred: { ...event, error: "required", errorContext: "required", recoverable: "optional" },
};

const context: Answer<"sessionStart"> = { additionalContext: "optional" };
const stop: Answer<"agentStop"> = { decision: "optional", reason: "optional" };
const answers: { readonly [E in EventName]: Answer<E> } = {
  preToolUse: {
    permissionDecision: "optional",
    permissionDecisionReason: "optional",
    modifiedArgs: "optional",
    additionalContext: "optional",
  },
  postToolUse: { ...context, modifiedResult: "optional", decision: "optional", reason: "optional" },
  postToolUseFailure: context,
  preMcpToolCall: {},
  permissionRequest: { behavior: "required", message: "optional", interrupt: "optional" },
  userPromptSubmitted: { ...context, modifiedPrompt: "optional", decision: "optional", reason: "optional" },
  userPromptTransformed: { modifiedTransformedPrompt: "optional" },
  sessionStart: context,
  sessionEnd: {},
  agentStop: stop,
  subagentStart: context,
  subagentStop: { ...stop, modifiedResponse: "optional" },
  notification: context,
  preCompact: {},
  errorOccurred: {},
};

describe.each(EVENT_NAMES as EventName[])("Copilot CLI's %s", (name) => {
  it("has a payload of the fields of its interface", () => {
    expect(fieldsOfRule(payloadSchema(name))).toEqual(inputs[name]);
  });

  it("has an answer of the fields of its interface", () => {
    expect(fieldsOfRule(answerSchema(name))).toEqual(answers[name]);
  });
});

it("answers have the values of their interfaces", () => {
  type Schema<E extends EventName> = z.infer<ReturnType<typeof answerSchema<E>>>;
  type Value<E extends EventName, K extends keyof CopilotAnswer<E>> = NonNullable<CopilotAnswer<E>[K]>;
  expectTypeOf<NonNullable<Schema<"preToolUse">["permissionDecision"]>>().toEqualTypeOf<
    Value<"preToolUse", "permissionDecision">
  >();
  expectTypeOf<Schema<"permissionRequest">["behavior"]>().toEqualTypeOf<Value<"permissionRequest", "behavior">>();
  expectTypeOf<NonNullable<Schema<"agentStop">["decision"]>>().toEqualTypeOf<Value<"agentStop", "decision">>();
  expectTypeOf<NonNullable<Schema<"postToolUse">["decision"]>>().toEqualTypeOf<Value<"postToolUse", "decision">>();
});

it("what is inside a result and an error has the fields of its interface", () => {
  const result: Fields<CopilotPayload<"postToolUse">["toolResult"]> = {
    resultType: "required",
    textResultForLlm: "required",
  };
  const error: Fields<CopilotPayload<"errorOccurred">["error"]> = {
    name: "required",
    message: "required",
    stack: "optional",
  };
  expect(fieldsOfRule(fieldOf(payloadSchema("postToolUse"), "toolResult"))).toEqual(result);
  const modified: Fields<NonNullable<CopilotAnswer<"postToolUse">["modifiedResult"]>> = {
    resultType: "optional",
    textResultForLlm: "required",
  };
  expect(fieldsOfRule(inner(fieldOf(answerSchema("postToolUse"), "modifiedResult")))).toEqual(modified);
  expect(fieldsOfRule(fieldOf(payloadSchema("errorOccurred"), "error"))).toEqual(error);
});

it("a handler gets what its event brings", () => {
  expectTypeOf<keyof CopilotHandlers<{}>>().toEqualTypeOf<EventName>();
  expectTypeOf<Parameters<NonNullable<CopilotHandlers<{}>["preToolUse"]>>[0]>().toEqualTypeOf<
    CopilotPayload<"preToolUse">
  >();
});
