import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import {
  denialReasonOf,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  withDenial,
} from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type { DroidEvent } from "./native.js";

/** What Droid reads: one JSON object. */
export type Document = SpecificDocument;

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return permissionDenied(event, reason);
  return how === "stop" ? stopped(reason) : undefined;
}

/** Ends the turn. The model reads neither the reason nor the result of a tool that ran before (observed). */
export function stopped(stopReason: string): Document {
  return { continue: false, stopReason };
}

/** Returns why a document denies its event, or `undefined`. */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : denialReasonOf(document);
}

/** Answers never conflict: later handlers see every change. */
export function conflict(): undefined {
  return undefined;
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: DroidEvent, document: Document): DroidEvent {
  const { updatedInput } = eventFields(document);
  if (updatedInput === undefined) return payload;
  if (payload.hook_event_name !== "PreToolUse") return { ...payload, ...(updatedInput as object) };
  return { ...payload, tool_input: { ...(payload.tool_input as object), ...(updatedInput as object) } };
}

const REWRITES = ["updatedInput"];

/** Merges several answers to one event. A stop is kept, because it is stronger than a denial. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const whole = joinedDocuments(documents);
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  const form = reason === undefined ? undefined : denial(event, reason);
  return whole === undefined || form === undefined ? whole : withDenial(form, whole, REWRITES);
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "PostToolUse" ? WITHHELD : DENIED),
);
