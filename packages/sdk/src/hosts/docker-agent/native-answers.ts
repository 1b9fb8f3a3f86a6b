import { changesApproved } from "../../command-hook/host-table.js";
import { isBefore } from "../../text/index.js";
import { whyDenied } from "./answers.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import { ASKS_UNCHANGED, type Asker, whyArgumentsAreLost, whyResultStays } from "./limits.js";
import { type DockerAgentEvent, type DockerAgentAnswer as Document, membersAt } from "./native.js";

/**
 * From this version on, metadata is read: at `pre_tool_use` only in the preempt_yolo variant (from the source code).
 */
const READS_METADATA = "v1.89.0";

/** Returns why docker-agent would ignore a native answer, or `undefined`. */
export function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: DockerAgentEvent,
  asker: Asker,
): string | undefined {
  const { denial: denialKind }: EventRules = EVENTS[event];
  const { hook_event_name: named, updated_input: input } = document.hook_specific_output ?? {};
  if (named !== undefined && named !== event) return `hook_event_name is "${named}", expected "${event}"`;
  if (whyDenied(document) !== undefined && denialKind === undefined)
    return `docker-agent does not support a denial at ${event}`;
  if (event === "pre_tool_use" && input !== undefined && approved) {
    return changesApproved("updated_input");
  }
  return unread(event, document) ?? idle(event, document, asker) ?? lostRewrite(event, document, payload, asker);
}

/** Reports a member that docker-agent does not read at this event. */
function unread(event: EventName, document: Document): string | undefined {
  const { specific: reads, silent } = membersAt(event);
  const { system_message: warning, hook_specific_output: specific = {} } = document;
  const read: readonly string[] = ["hook_event_name", ...reads];
  const member = Object.entries(specific).find(([name, value]) => value !== undefined && !read.includes(name))?.[0];
  if (member !== undefined) return `docker-agent does not read ${member} at ${event}`;
  return warning !== undefined && silent ? `docker-agent does not show a system_message at ${event}` : undefined;
}

/** Reports a member that is read but has no effect with this value, or without another member. */
function idle(event: EventName, document: Document, { version, variant }: Asker): string | undefined {
  const { suppress_output: suppress, reason, stop_reason: stop, hook_specific_output: specific = {} } = document;
  const { permission_decision: permission, permission_decision_reason: why, updated_messages: messages } = specific;
  if (suppress) return "docker-agent never shows the output of a hook: leave out suppress_output";
  if (reason !== undefined) return 'docker-agent reads a reason only with decision "block"';
  if (stop !== undefined) return "docker-agent reads a stop_reason only with continue: false";
  if (why !== undefined && permission === undefined) {
    return "docker-agent reads a permission_decision_reason only with a permission_decision";
  }
  if (event === "permission_request" && permission === "ask") {
    return 'docker-agent does not support permission_decision "ask" at permission_request: without an answer it asks';
  }
  if (messages?.length === 0) return "updated_messages is empty, which docker-agent treats as no change";
  if (specific.metadata === undefined) return undefined;
  if (version !== undefined && isBefore(version, READS_METADATA))
    return `docker-agent ${version} does not read metadata`;
  return event === "pre_tool_use" && variant === undefined && version === undefined
    ? "docker-agent reads metadata of pre_tool_use only in the preempt_yolo variant"
    : undefined;
}

/** Reports a change that is read but does not reach the tool or the model. */
function lostRewrite(
  event: EventName,
  document: Document,
  payload: DockerAgentEvent,
  asker: Asker,
): string | undefined {
  const {
    updated_input: input,
    updated_tool_response: response,
    permission_decision: permission,
  } = document.hook_specific_output ?? {};
  if (event === "pre_tool_use" && input !== undefined) {
    if (asker.variant === "preempt" && permission === "ask") return ASKS_UNCHANGED;
    return whyArgumentsAreLost(payload.safety_policy, payload.tool_input ?? {}, input, asker);
  }
  if (response === undefined) return undefined;
  return whyResultStays(payload.tool_category, String(payload.tool_response ?? ""), asker);
}
