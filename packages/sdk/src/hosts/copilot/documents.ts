import { withoutOutdated } from "../../command-hook/specific-output.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";
import type {
  CopilotEvent,
  CopilotPermissionAnswer,
  CopilotPromptAnswer,
  CopilotResultAnswer,
  CopilotSubagentStopAnswer,
  CopilotToolAnswer,
  CopilotTransformedAnswer,
} from "./native.js";

/** What Copilot CLI reads: one JSON object, here of any event. */
export interface Document
  extends CopilotToolAnswer,
    Partial<CopilotPermissionAnswer>,
    Omit<CopilotResultAnswer, "decision">,
    Omit<CopilotPromptAnswer, "decision">,
    CopilotTransformedAnswer,
    CopilotSubagentStopAnswer {}

/** How an event is told no; nothing where no answer says it. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === "permission") return { permissionDecision: "deny", permissionDecisionReason: reason };
  if (how === "behavior") return { behavior: "deny", message: reason };
  return how === undefined ? undefined : { decision: "block", reason };
}

/** Why a document says no to its event; nothing if it does not. To an agent that stops, a block means to go on. */
export function reasonOf(document: Document, event: EventName): string | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  if (how === undefined) return undefined;
  if (document.permissionDecision === "deny") return document.permissionDecisionReason || "refused";
  if (document.behavior === "deny") return document.message || "refused";
  return document.decision === "block" ? document.reason || "refused" : undefined;
}

/** Why a person is asked about no call that is changed. */
export const ASKED_ABOUT_ANOTHER =
  "Copilot CLI shows a person the arguments as the model wrote them: reject, or change none of a call to ask about";

/** Why the last of these answers cannot go out beside the others. */
export function conflict(documents: readonly Document[]): string | undefined {
  const asks = documents.some(({ permissionDecision }) => permissionDecision === "ask");
  return asks && documents.some(({ modifiedArgs }) => modifiedArgs !== undefined) ? ASKED_ABOUT_ANOTHER : undefined;
}

/** The payload as an answer changes it. */
export function changedBy(payload: CopilotEvent, document: Document): CopilotEvent {
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

/** Several answers to one event as one: a no outranks all, asking allowing. */
export function merged(event: EventName, documents: readonly Document[]): Document | undefined {
  const contexts = documents.flatMap(({ additionalContext }) => additionalContext ?? []);
  const context = contexts.length === 0 ? {} : { additionalContext: contexts.join("\n") };
  const reason = documents.map((document) => reasonOf(document, event)).find((why) => why !== undefined);
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
  const { permissionDecision: _outdated, permissionDecisionReason: _its, ...rest } = whole;
  return rest;
}
