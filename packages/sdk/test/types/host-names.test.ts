import { describe, expect, expectTypeOf, it } from "vitest";
import { adapter as dockerAgentAdapter } from "../../src/hosts/docker-agent/adapter.js";
import type { EventName } from "../../src/hosts/docker-agent/events.js";
import {
  message as dockerAgentMessage,
  UNKNOWN_FIELDS as unknownToDockerAgent,
} from "../../src/hosts/docker-agent/model-calls.js";
import type {
  DockerAgentAfterLlmCall,
  DockerAgentAnswer,
  DockerAgentAnswerAt,
  DockerAgentApproval,
  DockerAgentBeforeLlmCall,
  DockerAgentEvent,
  DockerAgentPrompt,
  DockerAgentToolEvent,
  DockerAgentToolOutcome,
} from "../../src/hosts/docker-agent/native.js";
import { adapter as geminiAdapter } from "../../src/hosts/gemini/adapter.js";
import { message as geminiMessage, UNKNOWN_FIELDS as unknownToGemini } from "../../src/hosts/gemini/model-calls.js";
import type { DockerAgentHandlers } from "../../src/index.js";
import { decisionRules } from "../../src/runtime/decision-rules.js";
import { MESSAGE } from "./fields-of.js";

type Input<E extends EventName> = Parameters<NonNullable<DockerAgentHandlers<{}>[E]>>[0];
type Specific = NonNullable<DockerAgentAnswer["hook_specific_output"]>;

it("a handler of an event gets its payload", () => {
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

it("an answer to an event may have the fields that docker-agent reads there", () => {
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

describe.each([
  {
    host: "docker-agent",
    message: dockerAgentMessage,
    unknown: unknownToDockerAgent,
    table: dockerAgentAdapter.capabilities,
  },
  { host: "gemini", message: geminiMessage, unknown: unknownToGemini, table: geminiAdapter.capabilities },
])("$host", ({ message, unknown, table }) => {
  const everything = new Proxy<object>([], {
    get: (list, key) => (key in list || typeof key === "symbol" ? Reflect.get(list, key) : everything),
  }) as Readonly<Record<string, unknown>>;

  it("has all portable fields of messages except the unknown ones", () => {
    const known = Object.keys(MESSAGE).filter((name) => !unknown.some((one) => one === name));
    expect(Object.keys(message.decode(everything)).sort()).toEqual(known.sort());
  });

  it("has every decision of every point in its table, and no other", () => {
    const named = (point: string) => {
      const rows = table.decisions.filter((row) => row.point === point);
      return [...new Set(rows.map(({ decision }) => decision.split(".")[0]))].sort();
    };
    for (const [point, rules] of Object.entries(decisionRules)) {
      expect(named(point), point).toEqual(Object.keys(rules).sort());
    }
  });
});
