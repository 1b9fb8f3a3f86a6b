import { isBefore } from "@agent-hook/protocol";
import { DOCKER_AGENT_EVENTS, type DockerAgentEventRules } from "@agent-hook/sdk/launcher";
import { askedEvents } from "./command-hooks/asked-events.js";
import { DOCKER_AGENT_VERSIONS } from "./docker-agent-versions.js";
import { type HookFacts, pointsOf } from "./hook-facts.js";

/** If a hook handles one of these, headless runs hang at a prompt or at the iteration limit (observed). */
export const HANGING = Object.entries<DockerAgentEventRules>(DOCKER_AGENT_EVENTS).flatMap(([event, { hangs }]) =>
  hangs ? [event] : [],
);
/** Events whose entries have a matcher, with the hooks nested inside. */
export const MATCHED: readonly string[] = [
  "pre_tool_use",
  "permission_request",
  "tool_response_transform",
  "post_tool_use",
  "tool_input_transform",
  "tool_guard",
];

/** Returns whether a hook may deny tool calls, so that it must be called wherever a tool may run. */
export function mayRefuseTools(hook: HookFacts): boolean {
  return pointsOf(hook).includes("approveTool") || mayChangeArguments(hook);
}

/** Returns whether a hook may change arguments. An entry that is only called before approvals cannot. */
export function mayChangeArguments(hook: HookFacts): boolean {
  return pointsOf(hook).includes("beforeTool") || (hook.native?.["docker-agent"] ?? []).includes("pre_tool_use");
}

/** Returns whether a result can bypass a blocking hook: docker-agent keeps its own excerpt of a large result. */
export function losesLargeResults(hook: HookFacts, version: string): boolean {
  return hook.onFailure === "block" && looksAtResults(hook, version);
}

/** Returns whether a hook is called about results that are shortened, and at each piece of a shell's output. */
export function looksAtResults(hook: HookFacts, version: string): boolean {
  return pointsOf(hook).includes("afterTool") && !isBefore(version, DOCKER_AGENT_VERSIONS.excerpts);
}

/** The events of a hook, in the order of the host's table. */
export interface ChosenEvents {
  readonly handled: readonly string[];
  /** Events that the hook names: those that the version does not support, and those that make runs hang. */
  readonly newer: readonly string[];
  readonly hanging: readonly string[];
}

/** Returns the events of a hook. Only those that it handles: each event costs a process. */
export function eventsOf(hook: HookFacts, version: string): ChosenEvents {
  const known = Object.entries<DockerAgentEventRules>(DOCKER_AGENT_EVENTS);
  const exists = (event: string) => !known.some(([name, rules]) => name === event && isNewer(rules, version));
  const named = hook.native?.["docker-agent"] ?? [];
  return {
    handled: askedEvents("docker-agent", hook, HANGING).filter(exists),
    newer: named.filter((event) => !exists(event)),
    hanging: named.filter((event) => exists(event) && HANGING.includes(event)),
  };
}

function isNewer({ since }: DockerAgentEventRules, version: string): boolean {
  return since !== undefined && isBefore(version, since);
}
