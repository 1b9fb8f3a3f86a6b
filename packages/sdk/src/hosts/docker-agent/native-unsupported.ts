import { isBefore } from "@agent-hook/protocol/text";
import { membersAt } from "./answer-members.js";
import { type Document, reasonOf } from "./documents.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { DockerAgentEvent } from "./native.js";
import { ASKS_UNCHANGED, type Asker, argumentsUnsupported, sizeUnsupported } from "./unsupported.js";

/** From this version on, metadata is read; for `pre_tool_use` only in the preempt_yolo variant (source code). */
const READS_METADATA = "v1.89.0";

/** Returns why docker-agent would ignore a native answer, or `undefined`. */
export function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: DockerAgentEvent,
  asker: Asker,
): string | undefined {
  const { denial: refusal }: EventRules = EVENTS[event];
  const { hook_event_name: named, updated_input: input } = document.hook_specific_output ?? {};
  if (named !== undefined && named !== event) return `hook_event_name is "${named}", expected "${event}"`;
  if (reasonOf(document) !== undefined && refusal === undefined) return `docker-agent takes no refusal at ${event}`;
  if (event === "pre_tool_use" && input !== undefined && approved) {
    return "updated_input comes behind the approval: change the arguments in beforeTool";
  }
  return unread(event, document) ?? idle(event, document, asker) ?? lost(event, document, payload, asker);
}

/** Reports a member that docker-agent does not read at this event. */
function unread(event: EventName, document: Document): string | undefined {
  const { specific: reads, silent } = membersAt(event);
  const { system_message: warning, hook_specific_output: specific = {} } = document;
  const read: readonly string[] = ["hook_event_name", ...reads];
  const member = Object.entries(specific).find(([name, value]) => value !== undefined && !read.includes(name))?.[0];
  if (member !== undefined) return `docker-agent reads no ${member} at ${event}`;
  return warning !== undefined && silent ? `docker-agent shows nobody a system_message at ${event}` : undefined;
}

/** Reports a member that is read but has no effect with this value, or without another member. */
function idle(event: EventName, document: Document, { version, variant }: Asker): string | undefined {
  const { suppress_output: suppress, reason, stop_reason: stop, hook_specific_output: specific = {} } = document;
  const { permission_decision: permission, permission_decision_reason: why, updated_messages: messages } = specific;
  if (suppress) return "docker-agent shows no output of a hook: leave suppress_output out";
  if (reason !== undefined) return 'docker-agent reads a reason with decision "block" only';
  if (stop !== undefined) return "docker-agent reads a stop_reason with continue false only";
  if (why !== undefined && permission === undefined) {
    return "docker-agent reads a permission_decision_reason with a permission_decision only";
  }
  if (event === "permission_request" && permission === "ask") {
    return 'docker-agent takes no permission_decision "ask" at permission_request: without an answer it asks';
  }
  if (messages?.length === 0) return "updated_messages is empty, which docker-agent takes for no change";
  if (specific.metadata === undefined) return undefined;
  if (version !== undefined && isBefore(version, READS_METADATA)) return `docker-agent ${version} reads no metadata`;
  return event === "pre_tool_use" && variant === undefined && version === undefined
    ? "docker-agent reads metadata of pre_tool_use in the preempt_yolo variant only"
    : undefined;
}

/** Reports a change that is read but does not reach the tool or the model. */
function lost(event: EventName, document: Document, payload: DockerAgentEvent, asker: Asker): string | undefined {
  const {
    updated_input: input,
    updated_tool_response: response,
    permission_decision: permission,
  } = document.hook_specific_output ?? {};
  if (event === "pre_tool_use" && input !== undefined) {
    if (asker.variant === "preempt" && permission === "ask") return ASKS_UNCHANGED;
    return argumentsUnsupported(payload.safety_policy, payload.tool_input ?? {}, input, asker);
  }
  if (response === undefined) return undefined;
  return sizeUnsupported(payload.tool_category, String(payload.tool_response ?? ""), asker);
}
