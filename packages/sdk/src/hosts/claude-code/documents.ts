import {
  behaviorDenied,
  behaviorOf,
  denialReasonOf,
  deniedIn,
  joinedDocuments,
  ofEvent,
  permissionDenied,
  type SpecificDocument,
  specific,
  twice,
} from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type { ClaudeCodeEvent } from "./native.js";
import { withheld } from "./tool-results.js";

/** What Claude Code reads: one JSON object. */
export type Document = SpecificDocument;

/** How an event is told no; nothing where no answer says it. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return permissionDenied(event, reason);
  if (how === "behavior") return behaviorDenied(event, reason);
  if (how === "action") return specific(event, { action: "decline" });
  return how === "block" ? blocked(reason) : undefined;
}

/** Keeps the model from a result, in the shape that the tool's results have; the turn ends where that may not hold. */
export function withholding({ tool_name: tool, tool_response: result }: ClaudeCodeEvent, text: string): Document {
  if (result === undefined) return { ...blocked(text), continue: false, stopReason: text };
  const { output, sure } = withheld(String(tool), result, text);
  return { ...(sure ? {} : { continue: false, stopReason: text }), ...withResult(output) };
}

/** To Claude Code a remark; Copilot CLI, which reads its hooks too, withholds a result for it (run). */
export function blocked(reason: string): Document {
  return { decision: "block", reason };
}

/** Puts a result in the place of the tool's. */
export function withResult(output: unknown): Document {
  return specific("PostToolUse", { updatedToolOutput: output });
}

/** The actions that are a no to what a server asks of the user. */
const DENIALS_BY_FORM: Readonly<Record<string, string>> = { decline: "declined", cancel: "cancelled" };

/** Why a document says no; nothing if it does not. At other events a block is a remark, or means "go on". */
export function reasonOf(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  const said = how === "action" ? DENIALS_BY_FORM[String(document.hookSpecificOutput?.action)] : undefined;
  return said ?? denialReasonOf(document);
}

/** What a document puts in the place of something, and no handler is shown that comes later. */
const UNSHOWN = ["displayContent", "sessionTitle", "initialUserMessage", "action"];
const REWRITES = ["updatedInput", "updatedToolOutput", ...UNSHOWN];

/** Why the last of these answers cannot go out beside the others. */
export function conflict(documents: readonly Document[]): string | undefined {
  return twice(documents.map(ofEvent), UNSHOWN);
}

/** The payload as an answer changes it. */
export function changedBy(payload: ClaudeCodeEvent, document: Document): ClaudeCodeEvent {
  const { updatedInput = behaviorOf(document).updatedInput, updatedToolOutput } = ofEvent(document);
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(updatedToolOutput === undefined ? {} : { tool_response: updatedToolOutput }),
  };
}

/** Several answers to one event as one; a refusal is said in the form that holds. */
export function merged(event: EventName, documents: readonly Document[]): Document | undefined {
  const whole = joinedDocuments(documents);
  const said = documents.find((document) => reasonOf(document, event) !== undefined);
  const reason = said && reasonOf(said, event);
  const action = said?.hookSpecificOutput?.action;
  const form = reason && (action === undefined ? denial(event, reason) : specific(event, { action }));
  if (whole === undefined || !form) return whole;
  const no = deniedIn(form, whole, REWRITES);
  if (!documents.some((document) => behaviorOf(document).interrupt === true)) return no;
  return { ...no, ...specific(event, { decision: { ...behaviorOf(no), interrupt: true } }) };
}
