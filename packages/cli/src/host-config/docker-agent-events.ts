import { isBefore } from "@agent-hook/protocol";
import { DOCKER_AGENT_EVENTS, type DockerAgentEventRules } from "@agent-hook/sdk/launcher";
import { askedEvents } from "./command-hooks/asked-events.js";
import { DOCKER_AGENT_VERSIONS } from "./docker-agent-versions.js";
import { type HookFacts, pointsOf } from "./hook-facts.js";

/** With a hook at these a headless run hangs where a prompt or the limit of iterations comes (run). */
export const HANGING: readonly string[] = ["on_user_input", "notification", "on_max_iterations"];
/** Whose entries have a matcher, and their hooks below it. */
export const MATCHED: readonly string[] = [
  "pre_tool_use",
  "permission_request",
  "tool_response_transform",
  "post_tool_use",
  "tool_input_transform",
  "tool_guard",
];

/** Whether a hook may refuse tool calls, so that it must be asked wherever a tool may run. */
export function mayRefuseTools(hook: HookFacts): boolean {
  return pointsOf(hook).includes("approveTool") || mayChangeArguments(hook);
}

/** What is asked before the approvals alone cannot change arguments. */
export function mayChangeArguments(hook: HookFacts): boolean {
  return pointsOf(hook).includes("beforeTool") || (hook.native?.["docker-agent"] ?? []).includes("pre_tool_use");
}

/** Whether a result may get past a hook that must not be without it: docker-agent keeps its own excerpt of a large one. */
export function losesLargeResults(hook: HookFacts, version: string): boolean {
  return hook.onFailure === "block" && looksAtResults(hook, version);
}

/** Whether a hook is asked about results where docker-agent shortens them, and a shell waits for it at each piece. */
export function looksAtResults(hook: HookFacts, version: string): boolean {
  return pointsOf(hook).includes("afterTool") && !isBefore(version, DOCKER_AGENT_VERSIONS.excerpts);
}

/** The events of a hook, in the order of the host's table. */
export interface ChosenEvents {
  readonly handled: readonly string[];
  /** Of those that the hook names: what the version does not know, what makes runs hang. */
  readonly newer: readonly string[];
  readonly hanging: readonly string[];
}

/** Only what a hook handles: each event costs a process. */
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
