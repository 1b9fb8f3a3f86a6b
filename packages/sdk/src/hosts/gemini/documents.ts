import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import {
  describeSetTwice,
  eventFields,
  joinedDocuments,
  type SpecificDocument,
  specific,
  withDenial,
  withLastReason,
} from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type { GeminiEvent } from "./native.js";

/** What Gemini CLI reads: one JSON object. */
export type Document = SpecificDocument;

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  return how === "stop" ? stopped(reason) : denied(reason);
}

/** Denies a tool call. After a tool, the model reads the reason instead of the result, as an error. */
export function denied(reason: string): Document {
  return { decision: "deny", reason };
}

/** Ends the turn. The model is not called again. */
export function stopped(stopReason: string): Document {
  return { continue: false, stopReason };
}

/** Returns why a document denies its event, or `undefined`. At the end of a turn, a denial requests another try. */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (document.continue === false) return document.stopReason || document.reason || "denied";
  return isDenial(document) ? document.reason || "denied" : undefined;
}

export function isDenial({ decision }: Document): boolean {
  return decision === "deny" || decision === "block";
}

/** The changes in a document. They are dropped if the event is denied. */
const REWRITES = ["tool_input", "llm_request", "toolConfig", "tailToolCallRequest"];

/**
 * Returns why the last of these answers cannot be combined with the others, or `undefined`. Only fields that later
 * handlers do not see can conflict.
 */
export function conflict(documents: readonly Document[]): string | undefined {
  return describeSetTwice(documents.map(eventFields), ["toolConfig", "tailToolCallRequest"]);
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: GeminiEvent, document: Document): GeminiEvent {
  const { tool_input, llm_request, llm_response } = eventFields(document);
  const { hook_event_name: event, tool_response: result, llm_request: request } = payload;
  return {
    ...payload,
    ...(tool_input === undefined ? {} : { tool_input }),
    ...(llm_request === undefined ? {} : { llm_request: { ...(request as object), ...(llm_request as object) } }),
    ...(llm_response === undefined ? {} : { llm_response }),
    ...(event === "AfterTool" && isDenial(document)
      ? { tool_response: { ...(result as object), llmContent: document.reason } }
      : {}),
  };
}

/** Merges several answers to one event. A denial has a reason, and is always written as `deny`. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const joined = withWholeRequest(event, documents, joinedDocuments(documents));
  const whole = withLastReason(joined, documents, (document) => event === "AfterTool" && isDenial(document));
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (whole === undefined || reason === undefined) return whole;
  const form = {
    ...(documents.some(isDenial) ? { decision: "deny", reason: whole.reason || reason } : {}),
    ...(whole.continue === false ? { stopReason: whole.stopReason || reason } : {}),
  };
  return withDenial<Document>(form, whole, REWRITES);
}

/** Combines the parts of a request that several answers change. */
function withWholeRequest(
  event: EventName,
  documents: readonly Document[],
  whole: Document | undefined,
): Document | undefined {
  const requests = documents.flatMap((document) => (eventFields(document).llm_request ?? []) as object);
  if (whole === undefined || requests.length < 2) return whole;
  return { ...whole, ...specific(event, { ...eventFields(whole), llm_request: Object.assign({}, ...requests) }) };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "AfterTool" ? WITHHELD : DENIED),
);
