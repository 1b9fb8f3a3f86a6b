import type { DockerAgentAnswer } from "../../src/hosts/docker-agent/native.js";
import type { Clock } from "../../src/serve/in-process.js";
import { asked as askedOf, type HookParts } from "../command-hosts/asked.js";

export { WITHHELD } from "../command-hosts/asked.js";

/** Calls a hook in this process, as docker-agent by default. */
export function asked(hook: HookParts, payload: object | string, surroundings: { host?: string; clock?: Clock } = {}) {
  return askedOf<DockerAgentAnswer>(hook, payload, { host: "docker-agent", ...surroundings });
}

/** Returns the denial of a tool call that docker-agent reads in every variant of every version. */
export function denial(reason: unknown, event = "pre_tool_use") {
  return {
    decision: "block",
    hook_specific_output: {
      hook_event_name: event,
      permission_decision: "deny",
      permission_decision_reason: reason,
    },
  };
}

/** Returns an answer with the event's own output fields. */
export function specific(event: string, output: object) {
  return { hook_specific_output: { hook_event_name: event, ...output } };
}
