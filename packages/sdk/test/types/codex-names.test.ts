import { describe, expect, expectTypeOf, it } from "vitest";
import { EVENT_NAMES, type EventName } from "../../src/hosts/codex/events.js";
import type { CodexAnswer, CodexEvent, CodexPayload, CodexPayloads } from "../../src/hosts/codex/native.js";
import { answerSchema, payloadSchema } from "../../src/hosts/codex/wire.js";
import type { CodexHandlers } from "../../src/index.js";
import { type Fields, fieldsOfRule, inner, shapeOf } from "./fields-of.js";

type Own<E extends EventName> = Fields<CodexPayloads[E]>;
type Answer<E extends EventName> = Fields<CodexAnswer<E>>;
/** The answer fields that are specific to an event. */
type Output<E extends EventName> =
  CodexAnswer<E> extends { readonly hookSpecificOutput?: infer S } ? Omit<NonNullable<S>, "hookEventName"> : {};

const event: Fields<CodexEvent> = {
  session_id: "required",
  turn_id: "optional",
  transcript_path: "optional",
  cwd: "required",
  hook_event_name: "required",
  model: "optional",
  permission_mode: "optional",
  agent_id: "optional",
  agent_type: "optional",
};
const tool: Own<"PreToolUse"> = { tool_name: "required", tool_input: "required", tool_use_id: "optional" };
const stop: Own<"Stop"> = { stop_hook_active: "optional", last_assistant_message: "optional" };
const inputs: { readonly [E in EventName]: Own<E> } = {
  PreToolUse: tool,
  PermissionRequest: tool,
  PostToolUse: { ...tool, tool_response: "optional" },
  PreModelRequest: {},
  PostModelRequest: { status: "required", error: "optional", token_usage: "optional" },
  SessionStart: { source: "required" },
  UserPromptSubmit: { prompt: "required" },
  SubagentStart: {},
  SubagentStop: { ...stop, agent_transcript_path: "optional" },
  Stop: stop,
  PreCompact: { trigger: "required" },
  PostCompact: { trigger: "required" },
  Interrupt: {},
  SessionEnd: { reason: "optional" },
};

const warning: Answer<"Interrupt"> = { systemMessage: "optional" };
const stops: Answer<"PreCompact"> = { ...warning, continue: "optional", stopReason: "optional" };
const blocks = { decision: "optional", reason: "optional" } as const;
const output = { hookSpecificOutput: "optional" } as const;
const answers: { readonly [E in EventName]: Answer<E> } = {
  PreToolUse: { ...warning, ...output },
  PermissionRequest: { ...warning, ...output },
  PostToolUse: { ...warning, ...blocks, ...output },
  PreModelRequest: {},
  PostModelRequest: {},
  SessionStart: { ...stops, ...output },
  UserPromptSubmit: { ...stops, ...blocks, ...output },
  SubagentStart: { ...warning, ...output },
  SubagentStop: { ...stops, ...blocks },
  Stop: { ...stops, ...blocks },
  PreCompact: stops,
  PostCompact: stops,
  Interrupt: warning,
  SessionEnd: warning,
};

const context: Fields<Output<"SubagentStart">> = { additionalContext: "optional" };
const outputs: { readonly [E in EventName]: Fields<Output<E>> } = {
  PreToolUse: {
    ...context,
    permissionDecision: "optional",
    permissionDecisionReason: "optional",
    updatedInput: "optional",
  },
  PermissionRequest: { decision: "optional" },
  PostToolUse: context,
  PreModelRequest: {},
  PostModelRequest: {},
  SessionStart: context,
  UserPromptSubmit: context,
  SubagentStart: context,
  SubagentStop: {},
  Stop: {},
  PreCompact: {},
  PostCompact: {},
  Interrupt: {},
  SessionEnd: {},
};

describe.each(EVENT_NAMES as EventName[])("Codex's %s", (name) => {
  it("has a payload of the fields of its interface", () => {
    expect(fieldsOfRule(payloadSchema(name))).toEqual({ ...event, ...inputs[name] });
  });

  it("has an answer of the fields of its interface", () => {
    expect(fieldsOfRule(answerSchema(name))).toEqual(answers[name]);
    const its = shapeOf(answerSchema(name)).hookSpecificOutput;
    const { hookEventName, ...own } = its === undefined ? {} : fieldsOfRule(inner(its));
    expect(hookEventName).toBe(its === undefined ? undefined : "required");
    expect(own).toEqual(outputs[name]);
  });
});

it("a handler gets what its event brings", () => {
  expectTypeOf<keyof CodexHandlers<{}>>().toEqualTypeOf<EventName>();
  expectTypeOf<Parameters<NonNullable<CodexHandlers<{}>["PreToolUse"]>>[0]>().toEqualTypeOf<
    CodexPayload<"PreToolUse">
  >();
});
