import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type { ClineEvent, ClinePayload } from "./native.js";
import { parametersOf } from "./tool-input.js";

/** What Cline reads: one JSON object. */
export interface Document {
  readonly cancel?: boolean;
  readonly errorMessage?: string;
  readonly context?: string;
  readonly overrideInput?: Readonly<Record<string, unknown>>;
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. It ends the run (observed). */
export function denial(event: EventName, errorMessage: string): Document | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : { cancel: true, errorMessage };
}

/** Returns why a document denies its event, or `undefined`. */
export function whyDenied({ cancel, errorMessage }: Document, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined || cancel !== true) return undefined;
  return errorMessage?.trim() ? errorMessage : "denied";
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: ClineEvent, { overrideInput: input }: Document): ClineEvent {
  if (input === undefined || payload.tool_call === undefined) return payload;
  const { tool_call: call, preToolUse } = payload as ClinePayload<"PreToolUse">;
  return {
    ...payload,
    tool_call: { ...call, input },
    ...(preToolUse === undefined ? {} : { preToolUse: { ...preToolUse, parameters: parametersOf(input) } }),
  };
}

/** Merges several answers to one event, as Cline merges the answers of several files. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (reason !== undefined) return denial(event, reason);
  const [first, ...others] = documents;
  if (others.length === 0) return first;
  const contexts = documents.flatMap(({ context }) => context ?? []);
  return { ...Object.assign({}, ...documents), ...(contexts.length === 0 ? {} : { context: contexts.join("\n") }) };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "PostToolUse" ? WITHHELD : DENIED),
);
