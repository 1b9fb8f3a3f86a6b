import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "docker-agent";

/** Where docker-agent keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, agent: "agent_name" };

/** How docker-agent treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "block" };

/**
 * docker-agent's events: 23 of v1.58.0, 26 of v1.123.0 (observed), 28 of v1.141.0 (from the source code). Whether an
 * answer denies was observed on the first two. A turn of docker-agent is one model call, so hooks receive `stop` as the
 * end of a turn. Events at which runs hang have no kind: a hook that names a kind must not make any host hang.
 */
export const EVENTS = {
  pre_tool_use: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  permission_request: {
    denial: "permission",
    kind: "permission.request",
    fields: { tool_name: "tool", tool_input: "arguments" },
  },
  tool_response_transform: { point: "afterTool" },
  post_tool_use: {
    denial: "block",
    kind: "tool.end",
    fields: { tool_name: "tool", tool_input: "arguments", tool_error: "isError" },
  },
  before_llm_call: { point: "beforeLlm", denial: "block", kind: "llm.request" },
  after_llm_call: { point: "afterLlm", kind: "llm.response" },
  session_start: { takesContext: true, kind: "session.start" },
  user_prompt_submit: { point: "onPrompt", denial: "block", kind: "prompt" },
  user_steering_messages_submit: { point: "onPrompt", denial: "block", since: "v1.74.0" },
  user_followup_submit: { point: "onPrompt", denial: "block", since: "v1.74.0", kind: "prompt" },
  turn_start: { takesContext: true },
  turn_end: {},
  stop: { kind: "turn.end", fields: { stop_response: "reply" } },
  session_end: { kind: "session.end" },
  subagent_stop: { kind: "subagent.end", fields: { agent_name: "agentType", stop_response: "reply" } },
  on_user_input: { hangs: true },
  notification: { hangs: true },
  on_error: { kind: "error", fields: { notification_message: "message" } },
  on_max_iterations: { hangs: true },
  pre_compact: { denial: "block" },
  before_compaction: { denial: "block", kind: "compact.start", fields: { compaction_reason: "reason" } },
  after_compaction: { kind: "compact.end", fields: { compaction_reason: "reason" } },
  on_agent_switch: {},
  on_session_resume: {},
  on_tool_approval_decision: {},
  worktree_create: { denial: "block", since: "v1.70.1" },
  tool_input_transform: { denial: "block", since: "v1.138.0" },
  tool_guard: { denial: "permission", since: "v1.138.0" },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

export function isEvent(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}

const MARKS: Marks = {
  always: { session_id: "string", cwd: "string", hook_event_name: /^[a-z]+(_[a-z]+)*$/ },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
