import {
  behaviorDenied,
  behaviorOf,
  denialReasonOf,
  describeSetTwice,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
  withDenial,
} from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules, SKILL_COMMAND } from "./events.js";
import type { ClaudeCodeEvent } from "./wire.js";
import { blocked, withholding } from "./withholding.js";

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string, payload: ClaudeCodeEvent): SpecificDocument | undefined {
  return event === "PostToolUse" ? withholding(payload, reason) : formOf(event, reason);
}

function formOf(event: EventName, reason: string): SpecificDocument | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === "permission") return permissionDenied(event, reason);
  if (form === "behavior") return behaviorDenied(event, reason);
  if (form === "action") return specific(event, { action: "decline" });
  return form === "block" ? blocked(reason) : undefined;
}

/** The actions that deny what an MCP server requests of the user, with the reason that each stands for. */
const DENIALS_BY_FORM: Readonly<Record<string, string>> = { decline: "declined", cancel: "cancelled" };

/**
 * Returns why a document denies its event, or `undefined`. At events that cannot be denied, a block is a remark or
 * means "continue".
 */
export function whyDenied(document: SpecificDocument, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined) return undefined;
  if (event === SKILL_COMMAND && isNotRun(document)) return denialReasonOf(document) ?? reasonOf(document);
  const said = form === "action" ? DENIALS_BY_FORM[String(document.hookSpecificOutput?.action)] : undefined;
  return said ?? denialReasonOf(document);
}

/** At the event of a shell line of a skill, a question and a change also deny (observed). */
function isNotRun({ hookSpecificOutput: output }: SpecificDocument): boolean {
  return ["ask", "defer"].includes(output?.permissionDecision ?? "") || output?.updatedInput !== undefined;
}

function reasonOf({ hookSpecificOutput }: SpecificDocument): string {
  return (
    hookSpecificOutput?.permissionDecisionReason || "the hook changed the command, which Claude Code does not support"
  );
}

/** Replacements that later handlers do not see. */
const SINGLE_FIELDS = ["displayContent", "sessionTitle", "initialUserMessage", "action"];
const REWRITES = ["updatedInput", "updatedToolOutput", ...SINGLE_FIELDS];

/** Returns why the last of these answers cannot be combined with the others, or `undefined`. */
export function conflict(documents: readonly SpecificDocument[]): string | undefined {
  return describeSetTwice(documents.map(eventFields), SINGLE_FIELDS);
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: ClaudeCodeEvent, document: SpecificDocument): ClaudeCodeEvent {
  const { updatedInput = behaviorOf(document).updatedInput, updatedToolOutput } = eventFields(document);
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput }),
    ...(updatedToolOutput === undefined ? {} : { tool_response: updatedToolOutput }),
  };
}

/** Merges several answers to one event. A denial has the form that the host enforces. */
export function mergeDocuments(event: EventName, documents: readonly SpecificDocument[]): SpecificDocument | undefined {
  const whole = joinedDocuments(documents);
  const said = documents.find((document) => whyDenied(document, event) !== undefined);
  const reason = said && whyDenied(said, event);
  const action = said?.hookSpecificOutput?.action;
  const form = reason && (action === undefined ? formOf(event, reason) : specific(event, { action }));
  if (whole === undefined || !form) return whole;
  const no = withDenial(form, whole, REWRITES);
  if (!documents.some((document) => behaviorOf(document).interrupt === true)) return no;
  return { ...no, ...specific(event, { decision: { ...behaviorOf(no), interrupt: true } }) };
}
