import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { DockerAgentAnswer } from "./native.js";

/** What docker-agent reads: one JSON object. */
export type Document = DockerAgentAnswer;

/**
 * How an event is told no; nothing where no answer says it. The denial of a tool call stands in two places: the usual
 * lane reads the first, the `preempt_yolo` lane of v1.123.0 the second alone; a `reason` beside them would reach the
 * model twice (run).
 */
export function refusal(event: EventName, reason: string): Document | undefined {
  const { refusal: how }: EventRules = EVENTS[event];
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

/** Several answers to one event as one: the first that says no, else all fields, the later ones on top. */
export function merged(documents: readonly Document[]): Document | undefined {
  const no = documents.find((document) => reasonOf(document) !== undefined);
  if (no !== undefined || documents.length < 2) return no ?? documents[0];
  const specifics = documents.flatMap(({ hook_specific_output: specific }) => specific ?? []);
  const contexts = specifics.flatMap(({ additional_context: context }) => context ?? []);
  const specific = {
    ...Object.assign({}, ...specifics),
    ...(contexts.length === 0 ? {} : { additional_context: contexts.join("\n") }),
  };
  return {
    ...Object.assign({}, ...documents),
    ...(specifics.length === 0 ? {} : { hook_specific_output: specific }),
  };
}
