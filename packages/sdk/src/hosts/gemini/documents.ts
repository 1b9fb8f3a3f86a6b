import {
  deniedIn,
  joinedDocuments,
  ofEvent,
  type SpecificDocument,
  specific,
  twice,
  withLastReason,
} from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { GeminiEvent } from "./native.js";

/** What Gemini CLI reads: one JSON object. */
export type Document = SpecificDocument;

/** How an event is told no; nothing where no answer says it. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  return how === "stop" ? stopped(reason) : denied(reason);
}

/** Of a tool call its denial; of a result what the model reads in its place, as an error. */
export function denied(reason: string): Document {
  return { decision: "deny", reason };
}

/** The turn ends, and the model is not called again. */
export function stopped(stopReason: string): Document {
  return { continue: false, stopReason };
}

/** Why a document says no to its event; nothing if it does not. At the end of a turn a denial asks for another try. */
export function reasonOf(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (document.continue === false) return document.stopReason || document.reason || "refused";
  return isDenial(document) ? document.reason || "refused" : undefined;
}

export function isDenial({ decision }: Document): boolean {
  return decision === "deny" || decision === "block";
}

/** What a document puts in the place of something: nothing is rewritten that is refused. */
const REWRITES = ["tool_input", "llm_request", "toolConfig", "tailToolCallRequest"];

/** Why the last of these answers cannot go out beside the others: what they give is shown to no later handler. */
export function conflict(documents: readonly Document[]): string | undefined {
  return twice(documents.map(ofEvent), ["toolConfig", "tailToolCallRequest"]);
}

/** The payload as an answer changes it. */
export function changedBy(payload: GeminiEvent, document: Document): GeminiEvent {
  const { tool_input, llm_request, llm_response } = ofEvent(document);
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

/** Several answers to one event as one; a refusal has a reason, and a denial one word. */
export function merged(event: EventName, documents: readonly Document[]): Document | undefined {
  const joined = withWholeRequest(event, documents, joinedDocuments(documents));
  const whole = withLastReason(joined, documents, (document) => event === "AfterTool" && isDenial(document));
  const reason = documents.map((document) => reasonOf(document, event)).find((why) => why !== undefined);
  if (whole === undefined || reason === undefined) return whole;
  const form = {
    ...(documents.some(isDenial) ? { decision: "deny", reason: whole.reason || reason } : {}),
    ...(whole.continue === false ? { stopReason: whole.stopReason || reason } : {}),
  };
  return deniedIn<Document>(form, whole, REWRITES);
}

/** Parts of a request that several change go out together. */
function withWholeRequest(
  event: EventName,
  documents: readonly Document[],
  whole: Document | undefined,
): Document | undefined {
  const requests = documents.flatMap((document) => (ofEvent(document).llm_request ?? []) as object);
  if (whole === undefined || requests.length < 2) return whole;
  return { ...whole, ...specific(event, { ...ofEvent(whole), llm_request: Object.assign({}, ...requests) }) };
}
