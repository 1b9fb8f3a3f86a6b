import { type HookSummary, handledEvents, pointsOf } from "../../../host-tools/hook-summary.js";
import type { CommandEntry } from "../../../host-tools/install-findings.js";
import { isBefore } from "../../../text/index.js";
import { EVENT_NAMES, EVENTS, type EventRules, isEvent } from "../events.js";
import { host } from "../host.js";

/** The docker-agent versions that matter for a config (tested, except `globalHooks`). */
export const VERSIONS = {
  /** The oldest and newest versions that were tested with SDK hooks. */
  oldest: "v1.58.0",
  newest: host.versions.example,
  /**
   * Assumed to be the first version that keeps an excerpt of a large result, and reports a shell's result in pieces.
   * Both were observed only with `newest`.
   */
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

/** Returns whether a guard can be called before rules, safety modes and `--yolo` apply. */
export function isEnforceable(version: string): boolean {
  return !isBefore(version, VERSIONS.preempt);
}

/** If a hook handles one of these, headless runs hang at a prompt or at the iteration limit (observed). */
export const HANGING: readonly string[] = EVENT_NAMES.filter((event) => rulesOf(event).hangs);

/** Events whose entries have a matcher, with the hooks nested inside. */
export const MATCHED: readonly string[] = [
  "pre_tool_use",
  "permission_request",
  "tool_response_transform",
  "post_tool_use",
  "tool_input_transform",
  "tool_guard",
];

/** Returns whether an entry is called before rules, safety modes and `--yolo` apply. */
export function preempts({ group }: Pick<CommandEntry, "group">): boolean {
  return group?.preempt_yolo === true;
}

/** Returns whether a hook may deny tool calls. Such a hook must be called wherever a tool may run. */
export function mayDenyTools(hook: HookSummary): boolean {
  return pointsOf(hook).includes("approveTool") || mayChangeArguments(hook);
}

/** Returns whether a hook may change arguments. For that, it needs an entry without `preempt_yolo`. */
export function mayChangeArguments(hook: HookSummary): boolean {
  return pointsOf(hook).includes("beforeTool") || (hook.native?.[host.name] ?? []).includes("pre_tool_use");
}

/** Returns whether a result can bypass a blocking hook: docker-agent keeps its own excerpt of a large result. */
export function losesLargeResults(hook: HookSummary, version: string): boolean {
  return hook.onFailure === "block" && looksAtResults(hook, version);
}

/** Returns whether a hook is called about results that are shortened, and at each piece of a shell's output. */
export function looksAtResults(hook: HookSummary, version: string): boolean {
  return pointsOf(hook).includes("afterTool") && !isBefore(version, VERSIONS.excerpts);
}

/** The events of a hook, in the order of the host's table. */
export interface ChosenEvents {
  readonly handled: readonly string[];
  /** Events that the hook names and the version does not support. */
  readonly newer: readonly string[];
  /** Events that the hook names and at which headless runs hang. */
  readonly hanging: readonly string[];
}

/** Returns the events of a hook. An event that it does not handle is left out, because each event costs a process. */
export function eventsOf(hook: HookSummary, version: string): ChosenEvents {
  const exists = (event: string) => !isNewer(event, version);
  const named = hook.native?.[host.name] ?? [];
  return {
    handled: handledEvents(host.name, EVENTS, hook, HANGING).filter(exists),
    newer: named.filter((event) => !exists(event)),
    hanging: named.filter((event) => exists(event) && HANGING.includes(event)),
  };
}

/** Returns whether a version does not have an event yet. */
export function isNewer(event: string, version: string): boolean {
  const { since } = rulesOf(event);
  return since !== undefined && isBefore(version, since);
}

/** Returns how docker-agent treats an event. */
export function rulesOf(event: string): EventRules {
  return isEvent(event) ? EVENTS[event] : {};
}
