import type { EventName } from "./events.js";
import type { DockerAgentAnswer } from "./native-answers.js";

type SpecificMember = keyof NonNullable<DockerAgentAnswer["hook_specific_output"]>;

const PERMISSION = ["permission_decision", "permission_decision_reason"] as const;
const CONTEXT = ["additional_context"] as const;

/**
 * The members that docker-agent reads in `hook_specific_output`, in addition to the event's name. Observed on v1.58.0
 * and v1.123.0; for the events of v1.138.0, from the source code.
 */
export const SPECIFIC_MEMBERS = {
  pre_tool_use: [...PERMISSION, "updated_input", "metadata"],
  permission_request: [...PERMISSION, "metadata"],
  tool_input_transform: ["updated_input"],
  tool_guard: [...PERMISSION, "metadata"],
  tool_response_transform: ["updated_tool_response"],
  before_llm_call: ["updated_messages"],
  session_start: CONTEXT,
  turn_start: CONTEXT,
  user_prompt_submit: CONTEXT,
  user_steering_messages_submit: CONTEXT,
  user_followup_submit: CONTEXT,
  pre_compact: CONTEXT,
  worktree_create: CONTEXT,
  before_compaction: ["summary"],
} as const satisfies { readonly [Event in EventName]?: readonly SpecificMember[] };

/** The events whose `system_message` is not shown to anyone. */
const SILENT_EVENTS = [
  "before_llm_call",
  "after_llm_call",
  "session_end",
  "subagent_stop",
  "on_user_input",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_agent_switch",
  "on_session_resume",
  "on_tool_approval_decision",
] as const satisfies readonly EventName[];

export type SilentEvent = (typeof SILENT_EVENTS)[number];

/** Returns what docker-agent reads in an answer to an event. */
export function membersAt(event: EventName): { readonly specific: readonly string[]; readonly silent: boolean } {
  const members: { readonly [Event in EventName]?: readonly string[] } = SPECIFIC_MEMBERS;
  const silent: readonly EventName[] = SILENT_EVENTS;
  return { specific: members[event] ?? [], silent: silent.includes(event) };
}
