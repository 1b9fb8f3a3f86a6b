import { DENIED, denialsOf } from "../../command-hook/denials.js";
import {
  denialReasonOf,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
} from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";

/** What Kimi Code reads: one JSON object. */
export type Document = SpecificDocument;

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : permissionDenied(event, reason);
}

/** Returns why a document denies its event, or `undefined`. A denial at `Stop` makes the turn continue. */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : denialReasonOf(document);
}

/** Merges several answers to one event. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (reason !== undefined) return denial(event, reason);
  const merged = joinedDocuments(documents);
  const messages = documents.flatMap(({ hookSpecificOutput: output }) => output?.message ?? []);
  if (merged?.hookSpecificOutput === undefined || messages.length === 0) return merged;
  return { ...merged, hookSpecificOutput: { ...merged.hookSpecificOutput, message: messages.join("\n") } };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) => denial(event, DENIED));
