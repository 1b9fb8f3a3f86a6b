import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import {
  behaviorDenied,
  denialReasonOf,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  withDenial,
  withLastReason,
} from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type { CodexEvent } from "./native.js";

/** What Codex reads: one JSON object. */
export type Document = SpecificDocument;

/** Returns the denial for an event, or `undefined` if the event cannot be denied. Codex rejects an empty reason. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return permissionDenied(event, reason);
  if (how === "behavior") return behaviorDenied(event, reason);
  if (how === "stop") return { continue: false, stopReason: reason };
  return how === "block" ? { decision: "block", reason } : undefined;
}

/** Replaces a tool's result. Only this form also works in code mode (observed). */
export function withResult(text: string): Document {
  return { decision: "block", reason: text };
}

/** Returns why a document denies its event, or `undefined`. At other events, a block is text for the model. */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : denialReasonOf(document);
}

const REWRITES = ["updatedInput"];

/** Answers never conflict: later handlers see every change. */
export function conflict(): undefined {
  return undefined;
}

/** Returns the payload with the changes of an answer. After a tool, the reason of a block replaces the result. */
export function applyChanges(payload: CodexEvent, document: Document): CodexEvent {
  const { updatedInput } = eventFields(document);
  const { decision, reason } = document;
  const replaced = payload.hook_event_name === "PostToolUse" && decision === "block";
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(replaced ? { tool_response: reason } : {}),
  };
}

/** Merges several answers to one event. A denial has the form that the host enforces. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const joined = joinedDocuments(documents);
  const replaces = ({ decision }: Document) => event === "PostToolUse" && decision === "block";
  const whole = withLastReason(joined, documents, replaces);
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  const form = reason === undefined ? undefined : denial(event, reason);
  return whole === undefined || form === undefined ? whole : withDenial(form, whole, REWRITES);
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  event === "PostToolUse" ? withResult(WITHHELD) : denial(event, DENIED),
);
