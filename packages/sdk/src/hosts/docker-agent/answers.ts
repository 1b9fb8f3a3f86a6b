import { describeSetTwice, withoutOutdated } from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { DockerAgentAnswer, DockerAgentEvent } from "./native.js";

/** What docker-agent reads: one JSON object. */
export type Document = DockerAgentAnswer;

/**
 * Returns the denial for an event, or `undefined` if the event cannot be denied. A tool call is denied in two fields:
 * the default variant reads `decision`, the `preempt_yolo` variant of v1.123.0 only `permission_decision`. With a
 * `reason` in addition, the model would read the reason twice (observed).
 */
export function denial(event: EventName, reason: string): Document | undefined {
  // The model reads the reason instead of the result.
  if (event === "tool_response_transform") return withResult(reason);
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined) return undefined;
  if (form === "block") return { decision: "block", reason };
  return {
    decision: "block",
    hook_specific_output: {
      hook_event_name: event,
      permission_decision: "deny",
      permission_decision_reason: reason,
    },
  };
}

/** Replaces a tool's result. */
export function withResult(text: string): Document {
  return { hook_specific_output: { hook_event_name: "tool_response_transform", updated_tool_response: text } };
}

/** Returns why a document denies its event, or `undefined`. */
export function whyDenied(document: Document): string | undefined {
  const { decision, reason, stop_reason: stop, hook_specific_output: specific } = document;
  const denies = decision === "block" || document.continue === false || specific?.permission_decision === "deny";
  if (!denies) return undefined;
  return specific?.permission_decision_reason || reason || stop || "denied";
}

/**
 * Returns why the last of these answers cannot be combined with the others, or `undefined`. Only summaries conflict:
 * later handlers do not see them.
 */
export function conflict(documents: readonly Document[]): string | undefined {
  return describeSetTwice(
    documents.flatMap(({ hook_specific_output: specific }) => specific ?? []),
    ["summary"],
  );
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(
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

/** Merges several answers to one event, as docker-agent does: denying outranks asking, and asking outranks allowing. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const [first, ...others] = documents;
  const reason = documents.map(whyDenied).find((why) => why !== undefined);
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
