import { isBefore } from "@agent-hook/protocol";

/** The docker-agent versions that matter for a config (tested, except `globalHooks`). */
export const DOCKER_AGENT_VERSIONS = {
  /** The oldest and newest versions that were tested with SDK hooks. */
  oldest: "v1.58.0",
  newest: "v1.123.0",
  /** Keeps an excerpt of a large result, and reports a shell's result in pieces (observed with the newest only). */
  excerpts: "v1.59.0",
  /** Adds `preempt_yolo` at `pre_tool_use`. */
  preempt: "v1.89.0",
  /** Adds `settings.hooks` in the user's config. */
  globalHooks: "v1.97.0",
  /** Adds the folder `hooks.d`. */
  hooksFolder: "v1.100.0",
  /** Accepts a mapping instead of a list of one. */
  mappings: "v1.103.0",
} as const;

/** Returns whether a guard can be called before rules, safety modes and `--yolo`. */
export function isEnforceable(version: string): boolean {
  return !isBefore(version, DOCKER_AGENT_VERSIONS.preempt);
}

/** The minimum `version` (schema) of an agent's file for each feature (docker-agent's source, v1.123.0). */
export const SCHEMAS = {
  /** All our entries have names. */
  name: 8,
  worktree_create: 9,
  user_steering_messages_submit: 10,
  user_followup_submit: 10,
  preempt_yolo: 11,
} as const;
