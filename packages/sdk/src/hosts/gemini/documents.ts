import { givenTwice, joinedDocuments, refusedIn, type SpecificDocument } from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";

/** What Gemini CLI reads: one JSON object. */
export type Document = SpecificDocument;

/** How an event is told no; nothing where no answer says it. */
export function refusal(event: EventName, reason: string): Document | undefined {
  const { refusal: how }: EventRules = EVENTS[event];
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
  const { refusal: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (document.continue === false) return document.stopReason || document.reason || "refused";
  return isDenial(document) ? document.reason || "refused" : undefined;
}

export function isDenial({ decision }: Document): boolean {
  return decision === "deny" || decision === "block";
}

/** What each document puts in the place of something: two of them cannot both be had. */
const REWRITES = ["tool_input", "llm_request", "toolConfig", "tailToolCallRequest"];

/** What more than one of these answers rewrites. */
export function rewrittenTwice(documents: readonly Document[]): string | undefined {
  return givenTwice(documents, [...REWRITES, "llm_response"]);
}

/** Several answers to one event as one; a refusal has a reason, and a denial one word. */
export function merged(event: EventName, documents: readonly Document[]): Document | undefined {
  const whole = joinedDocuments(documents);
  const reason = documents.map((document) => reasonOf(document, event)).find((why) => why !== undefined);
  if (whole === undefined || reason === undefined) return whole;
  const form = {
    ...(documents.some(isDenial) ? { decision: "deny", reason: whole.reason || reason } : {}),
    ...(whole.continue === false ? { stopReason: whole.stopReason || reason } : {}),
  };
  return refusedIn<Document>(form, whole, REWRITES);
}
