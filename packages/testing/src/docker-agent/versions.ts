/** The versions whose rules were recorded from the real program. */
export const DOCKER_AGENT_VERSIONS = ["v1.58.0", "v1.123.0"] as const;
export type DockerAgentVersion = (typeof DOCKER_AGENT_VERSIONS)[number];

/** When a `pre_tool_use` hook runs: after the approval rules, or before them (`preempt_yolo: true`). */
export type Variant = "default" | "preempt";

const EVENTS = [
  "session_start",
  "user_prompt_submit",
  "turn_start",
  "before_llm_call",
  "after_llm_call",
  "pre_tool_use",
  "permission_request",
  "tool_response_transform",
  "post_tool_use",
  "turn_end",
  "stop",
  "session_end",
  "on_user_input",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_session_resume",
  "on_agent_switch",
  "on_tool_approval_decision",
  "subagent_stop",
  "pre_compact",
  "before_compaction",
  "after_compaction",
] as const;
const NEWER_EVENTS = ["user_followup_submit", "user_steering_messages_submit", "worktree_create"] as const;

export type DockerAgentEvent = (typeof EVENTS)[number] | (typeof NEWER_EVENTS)[number];

/** The differences between the versions that a hook can notice. */
export interface Rules {
  readonly events: readonly DockerAgentEvent[];
  readonly preemptVariant: boolean;
  /**
   * Payloads have `tool_category`, `safety_policy` and always `agent_name`; answers `metadata`, `instruction_context`.
   */
  readonly newerFields: boolean;
}

const RULES: Readonly<Record<DockerAgentVersion, Rules>> = {
  "v1.58.0": { events: EVENTS, preemptVariant: false, newerFields: false },
  "v1.123.0": { events: [...EVENTS, ...NEWER_EVENTS], preemptVariant: true, newerFields: true },
};

export function rulesOf(version: DockerAgentVersion): Rules {
  if (!Object.hasOwn(RULES, version)) {
    throw new TypeError(
      `docker-agent: expected one of ${DOCKER_AGENT_VERSIONS.join(", ")} as version, got "${version}"`,
    );
  }
  return RULES[version];
}
