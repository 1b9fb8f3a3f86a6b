import {
  behaviorDenied,
  denialReasonOf,
  deniedIn,
  joinedDocuments,
  ofEvent,
  permissionDenied,
  type SpecificDocument,
  withLastReason,
} from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { CodexEvent } from "./native.js";

/** What Codex reads: one JSON object. */
export type Document = SpecificDocument;

/** How an event is told no; nothing where no answer says it. Codex takes no empty reason. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return permissionDenied(event, reason);
  if (how === "behavior") return behaviorDenied(event, reason);
  if (how === "stop") return { continue: false, stopReason: reason };
  return how === "block" ? { decision: "block", reason } : undefined;
}

/** Puts a text in the place of a tool's result: this alone holds in code mode, too (run). */
export function withResult(text: string): Document {
  return { decision: "block", reason: text };
}

/** Why a document says no; nothing if it does not. At other events a block is a text for the model. */
export function reasonOf(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : denialReasonOf(document);
}

const REWRITES = ["updatedInput"];

/** All that an answer changes is shown to those who come later. */
export function conflict(): undefined {
  return undefined;
}

/** The payload as an answer changes it: of a result, a block is the text in its place. */
export function changedBy(payload: CodexEvent, document: Document): CodexEvent {
  const { updatedInput } = ofEvent(document);
  const { decision, reason } = document;
  const replaced = payload.hook_event_name === "PostToolUse" && decision === "block";
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(replaced ? { tool_response: reason } : {}),
  };
}

/** Several answers to one event as one; a refusal is said in the form that holds. */
export function merged(event: EventName, documents: readonly Document[]): Document | undefined {
  const joined = joinedDocuments(documents);
  const replaces = ({ decision }: Document) => event === "PostToolUse" && decision === "block";
  const whole = withLastReason(joined, documents, replaces);
  const reason = documents.map((document) => reasonOf(document, event)).find((why) => why !== undefined);
  const form = reason === undefined ? undefined : denial(event, reason);
  return whole === undefined || form === undefined ? whole : deniedIn(form, whole, REWRITES);
}
