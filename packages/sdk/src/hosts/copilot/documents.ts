import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import { withoutOutdated } from "../../command-hook/specific-output.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type {
  CopilotEvent,
  CopilotPermissionAnswer,
  CopilotPromptAnswer,
  CopilotResultAnswer,
  CopilotSubagentStopAnswer,
  CopilotToolAnswer,
  CopilotTransformedAnswer,
} from "./native.js";

/** What Copilot CLI reads: one JSON object. This type has the fields for all events. */
export interface Document
  extends CopilotToolAnswer,
    Partial<CopilotPermissionAnswer>,
    Omit<CopilotResultAnswer, "decision">,
    Omit<CopilotPromptAnswer, "decision">,
    CopilotTransformedAnswer,
    CopilotSubagentStopAnswer {}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return { permissionDecision: "deny", permissionDecisionReason: reason };
  if (how === "behavior") return { behavior: "deny", message: reason };
  return how === undefined ? undefined : { decision: "block", reason };
}

/** Returns why a document denies its event, or `undefined`. When an agent stops, a block means "continue". */
export function whyDenied(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (document.permissionDecision === "deny") return document.permissionDecisionReason || "denied";
  if (document.behavior === "deny") return document.message || "denied";
  return document.decision === "block" ? document.reason || "denied" : undefined;
}

/** Why a hook cannot change a call and also ask the user about it. */
export const CANNOT_ASK_ABOUT_CHANGED =
  "Copilot CLI shows the user the model's original arguments: reject the call, or ask without changing its arguments";

/** Returns why the last of these answers cannot be combined with the others, or `undefined`. */
export function conflict(documents: readonly Document[]): string | undefined {
  const asks = documents.some(({ permissionDecision }) => permissionDecision === "ask");
  return asks && documents.some(({ modifiedArgs }) => modifiedArgs !== undefined)
    ? CANNOT_ASK_ABOUT_CHANGED
    : undefined;
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: CopilotEvent, document: Document): CopilotEvent {
  const { modifiedArgs, modifiedResult, modifiedPrompt, modifiedTransformedPrompt, modifiedResponse } = document;
  const { toolResult } = payload;
  return {
    ...payload,
    ...(modifiedArgs === undefined ? {} : { toolArgs: modifiedArgs }),
    ...(modifiedResult === undefined ? {} : { toolResult: { ...(toolResult as object), ...modifiedResult } }),
    ...(modifiedPrompt === undefined ? {} : { prompt: modifiedPrompt }),
    ...(modifiedTransformedPrompt === undefined ? {} : { transformedPrompt: modifiedTransformedPrompt }),
    ...(modifiedResponse === undefined ? {} : { response: modifiedResponse }),
  };
}

/** Merges several answers to one event. A denial outranks everything, and asking outranks allowing. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const contexts = documents.flatMap(({ additionalContext }) => additionalContext ?? []);
  const context = contexts.length === 0 ? {} : { additionalContext: contexts.join("\n") };
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (reason !== undefined) {
    const interrupt = documents.some((document) => document.interrupt) ? { interrupt: true } : {};
    return { ...denial(event, reason), ...interrupt, ...context };
  }
  const [first, ...others] = documents;
  if (others.length === 0) return first;
  const strongest = documents.find(
    ({ permissionDecision, decision }) => permissionDecision === "ask" || decision === "block",
  );
  const whole: Document = { ...Object.assign({}, ...documents), ...strongest, ...context };
  const allowing = ({ permissionDecision }: Document) => permissionDecision === "allow";
  if (!allowing(whole) || withoutOutdated(documents, allowing, "modifiedArgs").some(allowing)) return whole;
  const { permissionDecision: _outdated, permissionDecisionReason: _outdatedReason, ...rest } = whole;
  return rest;
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "postToolUse" ? WITHHELD : DENIED),
);
