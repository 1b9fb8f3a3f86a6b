import { describe, expect, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import { EVENT_NAMES, type EventName } from "../../src/hosts/claude-code/events.js";
import type {
  ClaudeCodeAnswer,
  ClaudeCodeEvent,
  ClaudeCodePayload,
  ClaudeCodePayloads,
} from "../../src/hosts/claude-code/native.js";
import { answerSchema, payloadSchema } from "../../src/hosts/claude-code/wire.js";
import type { ClaudeCodeHandlers } from "../../src/index.js";
import { type Fields, fieldOf, fieldsOfRule, inner, shapeOf } from "./fields-of.js";

type Own<E extends EventName> = Fields<ClaudeCodePayloads[E]>;
type Answer<E extends EventName> = Fields<ClaudeCodeAnswer<E>>;
/** The answer fields that are specific to an event. */
type Output<E extends EventName> =
  ClaudeCodeAnswer<E> extends { readonly hookSpecificOutput?: infer S } ? Omit<NonNullable<S>, "hookEventName"> : {};

const event: Fields<ClaudeCodeEvent> = {
  session_id: "required",
  transcript_path: "optional",
  cwd: "required",
  hook_event_name: "required",
  prompt_id: "optional",
  permission_mode: "optional",
  agent_id: "optional",
  agent_type: "optional",
  effort: "optional",
};
const tool: Own<"PreToolUse"> = {
  tool_name: "required",
  tool_input: "required",
  tool_use_id: "optional",
  mcp_server: "optional",
};
const stop: Own<"Stop"> = {
  stop_hook_active: "optional",
  last_assistant_message: "optional",
  background_tasks: "optional",
  session_crons: "optional",
};
const task: Own<"TaskCreated"> = {
  task_id: "required",
  task_subject: "required",
  task_description: "optional",
  teammate_name: "optional",
  team_name: "optional",
};
const modelSwitch: Own<"PreModelSwitch"> = {
  from_model: "optional",
  to_model: "optional",
  requested_model: "optional",
  source: "optional",
  context_tokens: "optional",
  prompt_cache_warm: "optional",
  cache_ttl: "optional",
  estimated_cache_write_usd: "optional",
  pricing: "optional",
};
const inputs: { readonly [E in EventName]: Own<E> } = {
  PreToolUse: tool,
  PermissionRequest: { ...tool, permission_suggestions: "optional" },
  PermissionDenied: { ...tool, reason: "required" },
  PostToolUse: { ...tool, tool_response: "optional", duration_ms: "optional" },
  PostToolUseFailure: { ...tool, error: "required", is_interrupt: "optional", duration_ms: "optional" },
  PostToolBatch: { tool_calls: "required" },
  UserPromptSubmit: { prompt: "required", source: "optional", session_title: "optional" },
  UserPromptExpansion: {
    expansion_type: "required",
    command_name: "required",
    command_args: "required",
    command_source: "optional",
    prompt: "required",
  },
  MessageDisplay: {
    turn_id: "required",
    message_id: "required",
    index: "required",
    final: "required",
    delta: "required",
  },
  Stop: stop,
  StopFailure: { error: "required", error_details: "optional", last_assistant_message: "optional" },
  SubagentStart: {},
  SubagentStop: { ...stop, agent_transcript_path: "optional" },
  TeammateIdle: { teammate_name: "required", team_name: "optional" },
  TaskCreated: task,
  TaskCompleted: task,
  SessionStart: {
    source: "required",
    model: "optional",
    session_title: "optional",
    seconds_since_last_response: "optional",
    context_tokens: "optional",
    prompt_cache_likely_expired: "optional",
    estimated_cache_write_usd: "optional",
  },
  Setup: { trigger: "required" },
  SessionEnd: { reason: "required" },
  PreCompact: { trigger: "required", custom_instructions: "optional" },
  PostCompact: { trigger: "required", compact_summary: "optional" },
  PreModelSwitch: modelSwitch,
  PostModelSwitch: modelSwitch,
  Elicitation: {
    mcp_server_name: "required",
    mode: "optional",
    elicitation_id: "optional",
    message: "required",
    url: "optional",
    requested_schema: "optional",
  },
  ElicitationResult: {
    mcp_server_name: "required",
    mode: "optional",
    elicitation_id: "optional",
    action: "required",
    content: "optional",
  },
  Notification: { message: "required", title: "optional", notification_type: "optional" },
  ConfigChange: { source: "required", file_path: "optional" },
  InstructionsLoaded: {
    file_path: "required",
    memory_type: "optional",
    load_reason: "optional",
    globs: "optional",
    trigger_file_path: "optional",
    parent_file_path: "optional",
  },
  CwdChanged: { old_cwd: "required", new_cwd: "required" },
  DirectoryAdded: { directory: "required", source: "optional" },
  FileChanged: { file_path: "required", event: "required" },
  WorktreeCreate: { name: "required" },
  WorktreeRemove: { worktree_path: "required" },
};

const common: Answer<"SessionEnd"> = {
  continue: "optional",
  stopReason: "optional",
  suppressOutput: "optional",
  systemMessage: "optional",
  terminalSequence: "optional",
};
const output = { ...common, hookSpecificOutput: "optional" } as const;
const blocking: Answer<"PreCompact"> = { ...common, decision: "optional", reason: "optional" };
const both = { ...blocking, hookSpecificOutput: "optional" } as const;
const answers: { readonly [E in EventName]: Answer<E> } = {
  PreToolUse: output,
  PermissionRequest: output,
  PermissionDenied: output,
  PostToolUse: both,
  PostToolUseFailure: both,
  PostToolBatch: both,
  UserPromptSubmit: both,
  UserPromptExpansion: both,
  MessageDisplay: output,
  Stop: both,
  StopFailure: common,
  SubagentStart: output,
  SubagentStop: both,
  TeammateIdle: blocking,
  TaskCreated: blocking,
  TaskCompleted: blocking,
  SessionStart: output,
  Setup: output,
  SessionEnd: common,
  PreCompact: blocking,
  PostCompact: common,
  PreModelSwitch: output,
  PostModelSwitch: output,
  Elicitation: output,
  ElicitationResult: output,
  Notification: output,
  ConfigChange: blocking,
  InstructionsLoaded: common,
  CwdChanged: output,
  DirectoryAdded: common,
  FileChanged: output,
  WorktreeCreate: common,
  WorktreeRemove: common,
};

const context: Fields<Output<"Stop">> = { additionalContext: "optional" };
const permission: Fields<Output<"PreModelSwitch">> = {
  permissionDecision: "optional",
  permissionDecisionReason: "optional",
};
const paths: Fields<Output<"CwdChanged">> = { watchPaths: "optional" };
const elicited: Fields<Output<"Elicitation">> = { action: "optional", content: "optional" };
const outputs: { readonly [E in EventName]: Fields<Output<E>> } = {
  PreToolUse: { ...context, ...permission, updatedInput: "optional" },
  PermissionRequest: { decision: "optional" },
  PermissionDenied: { retry: "optional" },
  PostToolUse: { ...context, classifierContext: "optional", updatedToolOutput: "optional" },
  PostToolUseFailure: context,
  PostToolBatch: context,
  UserPromptSubmit: { ...context, sessionTitle: "optional", suppressOriginalPrompt: "optional" },
  UserPromptExpansion: { ...context, suppressOriginalPrompt: "optional" },
  MessageDisplay: { displayContent: "optional" },
  Stop: context,
  StopFailure: {},
  SubagentStart: context,
  SubagentStop: context,
  TeammateIdle: {},
  TaskCreated: {},
  TaskCompleted: {},
  SessionStart: {
    ...context,
    ...paths,
    initialUserMessage: "optional",
    sessionTitle: "optional",
    reloadSkills: "optional",
  },
  Setup: context,
  SessionEnd: {},
  PreCompact: {},
  PostCompact: {},
  PreModelSwitch: permission,
  PostModelSwitch: context,
  Elicitation: elicited,
  ElicitationResult: elicited,
  Notification: context,
  ConfigChange: {},
  InstructionsLoaded: {},
  CwdChanged: paths,
  DirectoryAdded: {},
  FileChanged: paths,
  WorktreeCreate: {},
  WorktreeRemove: {},
};

describe.each(EVENT_NAMES as EventName[])("Claude Code's %s", (name) => {
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

it("what is inside has the fields of its interface", () => {
  const call: Fields<ClaudeCodePayloads["PostToolBatch"]["tool_calls"][number]> = {
    ...tool,
    tool_response: "optional",
  };
  expect(fieldsOfRule(inner(fieldOf(payloadSchema("PostToolBatch"), "tool_calls")))).toEqual(call);
  const effort: Fields<NonNullable<ClaudeCodeEvent["effort"]>> = { level: "required" };
  expect(fieldsOfRule(inner(fieldOf(payloadSchema("Stop"), "effort")))).toEqual(effort);
  type Decision = NonNullable<NonNullable<ClaudeCodeAnswer<"PermissionRequest">["hookSpecificOutput"]>["decision"]>;
  const allow: Fields<Extract<Decision, { behavior: "allow" }>> = {
    behavior: "required",
    updatedInput: "optional",
    updatedPermissions: "optional",
  };
  const denies: Fields<Extract<Decision, { behavior: "deny" }>> = {
    behavior: "required",
    message: "optional",
    interrupt: "optional",
  };
  const decision = fieldOf(inner(fieldOf(answerSchema("PermissionRequest"), "hookSpecificOutput")), "decision");
  const { options } = (decision as unknown as { def: { innerType: { def: { options: z.ZodMiniType[] } } } }).def
    .innerType.def;
  expect(options.map(fieldsOfRule)).toEqual([allow, denies]);
});

it("a handler gets what its event brings", () => {
  expectTypeOf<keyof ClaudeCodeHandlers<{}>>().toEqualTypeOf<EventName>();
  expectTypeOf<Parameters<NonNullable<ClaudeCodeHandlers<{}>["PreToolUse"]>>[0]>().toEqualTypeOf<
    ClaudeCodePayload<"PreToolUse">
  >();
  expectTypeOf<ClaudeCodePayload<"UserPromptSubmit">["prompt"]>().toEqualTypeOf<string>();
});
