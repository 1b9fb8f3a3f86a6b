import { isBefore } from "@agent-hook/protocol";

/** docker-agent's versions that make a difference to a config (run, but for `globalHooks`). */
export const DOCKER_AGENT_VERSIONS = {
  /** The first and the last that hooks of the SDK were tried on. */
  oldest: "v1.58.0",
  newest: "v1.123.0",
  /** Its own excerpt of a large result, and a shell's result in pieces (the latter run on the newest alone). */
  excerpts: "v1.59.0",
  /** `preempt_yolo` at `pre_tool_use`. */
  preempt: "v1.89.0",
  /** `settings.hooks` of the user's config. */
  globalHooks: "v1.97.0",
  /** The folder `hooks.d`. */
  hooksFolder: "v1.100.0",
  /** A mapping in the place of a list of one. */
  mappings: "v1.103.0",
} as const;

/** Whether a guard can be asked before rules, safety modes and --yolo. */
export function isEnforceable(version: string): boolean {
  return !isBefore(version, DOCKER_AGENT_VERSIONS.preempt);
}

/** The least `version` at the top of an agent's file, a schema that docker-agent keeps (read, v1.123.0). */
export const SCHEMAS = {
  /** Every entry of ours has a name. */
  name: 8,
  worktree_create: 9,
  user_steering_messages_submit: 10,
  user_followup_submit: 10,
  preempt_yolo: 11,
} as const;
