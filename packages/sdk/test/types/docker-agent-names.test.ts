import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import { message, UNKNOWN_FIELDS } from "../../src/hosts/docker-agent/adapter.js";
import { capabilities } from "../../src/hosts/docker-agent/capabilities.js";
import { EVENT_NAMES, type EventName } from "../../src/hosts/docker-agent/events.js";
import type {
  DockerAgentAfterLlmCall,
  DockerAgentAnswer,
  DockerAgentAnswerAt,
  DockerAgentApproval,
  DockerAgentBeforeLlmCall,
  DockerAgentEvent,
  DockerAgentMessage,
  DockerAgentPrompt,
  DockerAgentToolEvent,
  DockerAgentToolOutcome,
} from "../../src/hosts/docker-agent/native.js";
import { answerSchema, payloadSchema } from "../../src/hosts/docker-agent/wire.js";
import type { DockerAgentHandlers, Message, Point } from "../../src/index.js";
import { decisionRules } from "../../src/runtime/decision-rules.js";
import { type Fields, fieldOf, fieldsOfRule, inner } from "./fields-of.js";

const event: Fields<DockerAgentEvent> = {
  session_id: "required",
  cwd: "required",
  hook_event_name: "required",
  agent_name: "optional",
};
const tool: Fields<DockerAgentToolEvent> = {
  ...event,
  tool_name: "required",
  tool_use_id: "optional",
  tool_input: "optional",
  tool_category: "optional",
  safety_policy: "optional",
};
const outcome: Fields<DockerAgentToolOutcome> = { ...tool, tool_response: "optional", tool_error: "optional" };
const approval: Fields<DockerAgentApproval> = {
  ...tool,
  approval_decision: "optional",
  approval_source: "optional",
  safety_label: "optional",
};
const prompt: Fields<DockerAgentPrompt> = { ...event, prompt: "optional" };
const request: Fields<DockerAgentBeforeLlmCall> = {
  ...event,
  model_id: "optional",
  iteration: "optional",
  messages: "optional",
};
const reply: Fields<DockerAgentAfterLlmCall> = {
  ...event,
  model_id: "optional",
  last_user_message: "optional",
  stop_response: "optional",
  usage: "optional",
  cost: "optional",
};
const inputs: Readonly<Partial<Record<EventName, object>>> = {
  pre_tool_use: tool,
  permission_request: tool,
  tool_input_transform: tool,
  tool_guard: tool,
  tool_response_transform: outcome,
  post_tool_use: outcome,
  before_llm_call: request,
  after_llm_call: reply,
  user_prompt_submit: prompt,
  user_followup_submit: prompt,
  on_tool_approval_decision: approval,
};

type Input<E extends EventName> = Parameters<NonNullable<DockerAgentHandlers<{}>[E]>>[0];
type Specific = NonNullable<DockerAgentAnswer["hook_specific_output"]>;

describe("docker-agent's payloads have the fields of the interfaces", () => {
  it.each(EVENT_NAMES as EventName[])("%s", (name) => {
    expect(fieldsOfRule(payloadSchema(name))).toEqual(inputs[name] ?? event);
  });

  it("a handler of an event gets the interface whose fields its schema has", () => {
    expectTypeOf<Input<"pre_tool_use">>().toEqualTypeOf<DockerAgentToolEvent>();
    expectTypeOf<Input<"permission_request">>().toEqualTypeOf<DockerAgentToolEvent>();
    expectTypeOf<Input<"tool_input_transform">>().toEqualTypeOf<DockerAgentToolEvent>();
    expectTypeOf<Input<"tool_guard">>().toEqualTypeOf<DockerAgentToolEvent>();
    expectTypeOf<Input<"tool_response_transform">>().toEqualTypeOf<DockerAgentToolOutcome>();
    expectTypeOf<Input<"post_tool_use">>().toEqualTypeOf<DockerAgentToolOutcome>();
    expectTypeOf<Input<"before_llm_call">>().toEqualTypeOf<DockerAgentBeforeLlmCall>();
    expectTypeOf<Input<"after_llm_call">>().toEqualTypeOf<DockerAgentAfterLlmCall>();
    expectTypeOf<Input<"user_prompt_submit">>().toEqualTypeOf<DockerAgentPrompt>();
    expectTypeOf<Input<"user_followup_submit">>().toEqualTypeOf<DockerAgentPrompt>();
    expectTypeOf<Input<"on_tool_approval_decision">>().toEqualTypeOf<DockerAgentApproval>();
    expectTypeOf<Input<"stop" | "turn_end">>().toEqualTypeOf<DockerAgentEvent>();
    expectTypeOf<keyof DockerAgentHandlers<{}>>().toEqualTypeOf<EventName>();
  });
});

describe("docker-agent's answer has the fields of its interface", () => {
  const answer: Fields<DockerAgentAnswer> = {
    continue: "optional",
    stop_reason: "optional",
    suppress_output: "optional",
    system_message: "optional",
    decision: "optional",
    reason: "optional",
    hook_specific_output: "optional",
  };
  const specific: Fields<Specific> = {
    hook_event_name: "optional",
    permission_decision: "optional",
    permission_decision_reason: "optional",
    updated_input: "optional",
    updated_messages: "optional",
    updated_tool_response: "optional",
    additional_context: "optional",
    summary: "optional",
    metadata: "optional",
  };

  it("at the top and inside", () => {
    expect(fieldsOfRule(answerSchema)).toEqual(answer);
    expect(fieldsOfRule(inner(fieldOf(answerSchema, "hook_specific_output")))).toEqual(specific);
  });

  it("and the same values", () => {
    type Schema = z.infer<typeof answerSchema>;
    expectTypeOf<NonNullable<Schema["decision"]>>().toEqualTypeOf<NonNullable<DockerAgentAnswer["decision"]>>();
    type InSchema = NonNullable<NonNullable<Schema["hook_specific_output"]>["permission_decision"]>;
    expectTypeOf<InSchema>().toEqualTypeOf<NonNullable<Specific["permission_decision"]>>();
  });

  it("and of them what each event reads", () => {
    type In<E extends EventName> = NonNullable<DockerAgentAnswerAt<E>["hook_specific_output"]>;
    expectTypeOf<In<"pre_tool_use">["updated_input"]>().toEqualTypeOf<Specific["updated_input"]>();
    expectTypeOf<In<"turn_end">["updated_input"]>().toEqualTypeOf<undefined>();
    expectTypeOf<In<"turn_start">["additional_context"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<In<"stop">["additional_context"]>().toEqualTypeOf<undefined>();
    expectTypeOf<DockerAgentAnswerAt<"stop">["system_message"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<DockerAgentAnswerAt<"session_end">["system_message"]>().toEqualTypeOf<undefined>();
    expectTypeOf<DockerAgentAnswerAt<"post_tool_use">["decision"]>().toEqualTypeOf<"block" | undefined>();
    expectTypeOf<DockerAgentAnswerAt<"stop">["decision"]>().toEqualTypeOf<undefined>();
  });

  it("messages are known by what must be there, and keep the rest", () => {
    const named: Fields<DockerAgentMessage> = { role: "required", content: "required" };
    const rule = inner(fieldOf(inner(fieldOf(answerSchema, "hook_specific_output")), "updated_messages"));
    const required = Object.entries(fieldsOfRule(rule)).filter(([, is]) => is === "required");
    expect(Object.fromEntries(required)).toEqual(named);
  });
});

it("docker-agent's messages have all fields of ours but those that are named unknown", () => {
  const everything = new Proxy<object>([], {
    get: (list, key) => (key in list || typeof key === "symbol" ? Reflect.get(list, key) : everything),
  }) as Readonly<Record<string, unknown>>;
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
  expect(Object.keys(message.decode(everything)).sort()).toEqual(
    Object.keys(fields)
      .filter((name) => !unknown.includes(name))
      .sort(),
  );
});

it.each(Object.keys(decisionRules) as Point[])(
  "docker-agent's table says something of every decision of %s, and of nothing else",
  (point) => {
    const rows = capabilities.decisions.filter((row) => row.point === point).map((row) => row.decision);
    const named = [...new Set(rows.map((decision) => decision.split(".")[0]))].sort();
    expect(named).toEqual(Object.keys(decisionRules[point]).sort());
  },
);
