import { twice, withoutOutdated } from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { DockerAgentAnswer, DockerAgentEvent } from "./native.js";

/** What docker-agent reads: one JSON object. */
export type Document = DockerAgentAnswer;

/**
 * How an event is told no; nothing where no answer says it. The denial of a tool call stands in two places: the usual
 * variant reads the first, the `preempt_yolo` variant of v1.123.0 the second alone; a `reason` beside them would reach the
 * model twice (run).
 */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (how === "block") return { decision: "block", reason };
  return {
    decision: "block",
    hook_specific_output: {
      hook_event_name: event,
      permission_decision: "deny",
      permission_decision_reason: reason,
    },
  };
}

/** Puts a text in the place of a tool's result. */
export function withResult(text: string): Document {
  return { hook_specific_output: { hook_event_name: "tool_response_transform", updated_tool_response: text } };
}

/** Why a document says no; nothing if it does not. */
export function reasonOf(document: Document): string | undefined {
  const { decision, reason, stop_reason: stop, hook_specific_output: specific } = document;
  const refuses = decision === "block" || document.continue === false || specific?.permission_decision === "deny";
  if (!refuses) return undefined;
  return specific?.permission_decision_reason || reason || stop || "refused";
}

/** Why the last of these answers cannot go out beside the others: a summary is shown to no later handler. */
export function conflict(documents: readonly Document[]): string | undefined {
  return twice(
    documents.flatMap(({ hook_specific_output: specific }) => specific ?? []),
    ["summary"],
  );
}

/** The payload as an answer changes it. */
export function changedBy(
  payload: DockerAgentEvent,
  { hook_specific_output: changes = {} }: Document,
): DockerAgentEvent {
  const { updated_input: input, updated_messages: messages, updated_tool_response: response } = changes;
  return {
    ...payload,
    ...(input === undefined ? {} : { tool_input: input }),
    ...(messages === undefined ? {} : { messages }),
    ...(response === undefined ? {} : { tool_response: response }),
  };
}

/** Several answers to one event as one, as docker-agent itself takes several hooks: a no outranks all, asking allowing. */
export function merged(event: EventName, documents: readonly Document[]): Document | undefined {
  const [first, ...others] = documents;
  const reason = documents.map(reasonOf).find((why) => why !== undefined);
  if (reason !== undefined) return { ...joined("system_message", documents), ...denial(event, reason) };
  if (others.length === 0) return first;
  const specifics = documents.flatMap(({ hook_specific_output: specific }) => specific ?? []);
  const said = withoutOutdated(specifics, (one) => one.permission_decision === "allow", "updated_input");
  const strongest =
    said.find((one) => one.permission_decision === "ask") ?? said.find((one) => one.permission_decision !== undefined);
  const { permission_decision, permission_decision_reason } = strongest ?? {};
  const { permission_decision: _weaker, permission_decision_reason: _its, ...rest } = Object.assign({}, ...specifics);
  const specific = {
    ...rest,
    ...joined("additional_context", specifics),
    ...(permission_decision === undefined ? {} : { permission_decision }),
    ...(permission_decision_reason === undefined ? {} : { permission_decision_reason }),
  };
  return {
    ...Object.assign({}, ...documents),
    ...joined("system_message", documents),
    ...(specifics.length === 0 ? {} : { hook_specific_output: specific }),
  };
}

function joined<Key extends string>(key: Key, parts: readonly { readonly [K in Key]?: string }[]) {
  const texts = parts.flatMap((part) => part[key] ?? []);
  return texts.length === 0 ? {} : { [key]: texts.join("\n") };
}
