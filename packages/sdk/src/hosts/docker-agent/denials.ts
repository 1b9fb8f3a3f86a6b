const REASON = "refused: the hook failed";
const BLOCK = JSON.stringify({ decision: "block", reason: REASON });

/** What docker-agent takes for a refusal of an event, in one line without a backslash or a single quote. */
export const denials: Readonly<Record<string, string>> = {
  pre_tool_use: denial("pre_tool_use"),
  permission_request: denial("permission_request"),
  before_llm_call: BLOCK,
  user_prompt_submit: BLOCK,
  user_steering_messages_submit: BLOCK,
  user_followup_submit: BLOCK,
  pre_compact: BLOCK,
  before_compaction: BLOCK,
  worktree_create: BLOCK,
  tool_response_transform: JSON.stringify({
    hook_specific_output: {
      hook_event_name: "tool_response_transform",
      updated_tool_response: "[withheld: hook failed]",
    },
  }),
};

/** The other events. A refusal at post_tool_use would end the run: the result is withheld before. */
export const withoutRefusal: readonly string[] = [
  "after_compaction",
  "after_llm_call",
  "notification",
  "on_agent_switch",
  "on_error",
  "on_max_iterations",
  "on_session_resume",
  "on_tool_approval_decision",
  "on_user_input",
  "post_tool_use",
  "session_end",
  "session_start",
  "stop",
  "subagent_stop",
  "turn_end",
  "turn_start",
];

/** Holds in the lane before the approvals too, where the permission alone counts; a second reason would be shown twice. */
function denial(event: string): string {
  return JSON.stringify({
    decision: "block",
    hook_specific_output: {
      hook_event_name: event,
      permission_decision: "deny",
      permission_decision_reason: REASON,
    },
  });
}
