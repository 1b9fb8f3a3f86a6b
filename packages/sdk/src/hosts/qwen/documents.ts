import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import {
  behaviorDenied,
  behaviorOf,
  denialReasonOf,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
  withDenial,
} from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type { QwenEvent } from "./native.js";

/** What Qwen Code reads: one JSON object. */
export type Document = SpecificDocument;

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return { ...stopped(reason), ...permissionDenied(event, reason) };
  if (how === "behavior") return behaviorDenied(event, reason);
  if (how === "stop") return stopped(reason);
  return how === "block" ? { decision: "block", reason } : undefined;
}

/** Asks the user about a call. In a headless run, the call is denied with the reason. */
export function asked(event: EventName, reason: string): Document {
  return { ...stopped(reason), ...specific(event, { permissionDecision: "ask", permissionDecisionReason: reason }) };
}

/**
 * Creates a stop. After a tool, the model reads the reason as an error, instead of the result. Before a tool, a stop
 * keeps a denial in force even if another hook answers `allow`, which overrides a `permissionDecision` (observed).
 */
export function stopped(stopReason: string): Document {
  return { continue: false, stopReason };
}

/** Returns why a document denies its event, or `undefined`. `Stop` and `SubagentStop` continue after a block. */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined || isQuestion(document)) return undefined;
  return denialReasonOf(document);
}

/** Whether a document asks the user. Such a document also contains a stop, in case another hook allows the call. */
function isQuestion({ hookSpecificOutput: output }: Document): boolean {
  return output?.permissionDecision === "ask";
}

/** Answers never conflict: every field can be combined. */
export function conflict(): undefined {
  return undefined;
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: QwenEvent, document: Document): QwenEvent {
  const { updatedInput } = behaviorOf(document);
  const isWithheld = payload.hook_event_name === "PostToolUse" && document.continue === false;
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput as QwenEvent }),
    ...(isWithheld
      ? { tool_response: { ...(payload.tool_response as object), llmContent: document.stopReason ?? "" } }
      : {}),
  };
}

/** Merges several answers to one event. A denial has the form that Qwen Code enforces. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const whole = joinedDocuments(documents);
  // A changed result already has the changes of the answers before it.
  const isResult = event === "PostToolUse";
  const denying = documents.filter((document) => whyDenied(document, event) !== undefined);
  const said = isResult ? denying.at(-1) : denying[0];
  const reason = said && whyDenied(said, event);
  if (whole === undefined) return undefined;
  const question = documents.find(isQuestion);
  if (reason === undefined) return question === undefined ? whole : withQuestion(event, question, whole);
  const no = withDenial(denial(event, isResult ? (said?.stopReason ?? reason) : reason) ?? {}, whole, []);
  if (!documents.some((document) => behaviorOf(document).interrupt === true)) return no;
  return { ...no, ...specific(event, { ...eventFields(no), decision: { ...behaviorOf(no), interrupt: true } }) };
}

function withQuestion(event: EventName, question: Document, whole: Document): Document {
  const reason = String(eventFields(question).permissionDecisionReason ?? question.stopReason ?? "");
  return { ...whole, ...asked(event, reason) };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "PostToolUse" ? WITHHELD : DENIED),
);
