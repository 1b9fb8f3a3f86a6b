import { DENIED, denialsOf } from "../../command-hook/denials.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";

/** What Goose reads: one JSON object. */
export interface Document {
  readonly decision?: "block";
  readonly reason?: string;
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : { decision: "block", reason };
}

/** Returns why a document denies its event, or `undefined`. A block at `Stop` makes the turn continue. */
export function whyDenied({ decision, reason }: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how !== undefined && decision === "block" ? reason || "denied" : undefined;
}

/** Merges several answers to one event. */
export function mergeDocuments(_event: EventName, documents: readonly Document[]): Document | undefined {
  return documents.find(({ decision }) => decision === "block") ?? documents[0];
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) => denial(event, DENIED));
