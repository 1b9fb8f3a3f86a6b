import type { CommandEvent } from "../../command-hook/events.js";
import { fit, type Marks } from "../../command-hook/marks.js";

/** How docker-agent treats an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "permission" | "block";
}

/**
 * docker-agent's events: 23 of v1.58.0, 26 of v1.123.0 (observed), 28 of v1.141.0 (from the source code). Whether an
 * answer denies was observed on the first two.
 */
export const EVENTS = {
  pre_tool_use: { point: "beforeTool", denial: "permission" },
  permission_request: { denial: "permission" },
  tool_response_transform: { point: "afterTool" },
  post_tool_use: { denial: "block" },
  before_llm_call: { point: "beforeLlm", denial: "block" },
  after_llm_call: { point: "afterLlm" },
  session_start: { takesContext: true },
  user_prompt_submit: { point: "onPrompt", denial: "block" },
  user_steering_messages_submit: { point: "onPrompt", denial: "block", since: "v1.74.0" },
  user_followup_submit: { point: "onPrompt", denial: "block", since: "v1.74.0" },
  turn_start: { takesContext: true },
  turn_end: {},
  stop: {},
  session_end: {},
  subagent_stop: {},
  on_user_input: { hangs: true },
  notification: { hangs: true },
  on_error: {},
  on_max_iterations: { hangs: true },
  pre_compact: { denial: "block" },
  before_compaction: { denial: "block" },
  after_compaction: {},
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
  return fit(first, MARKS);
}
