import { withTextOfBlocks } from "../../codec/content-blocks.js";
import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import { EVENT_NAMES, EVENTS, type EventName, type EventRules } from "./events.js";
import type { OpencodeEvent } from "./native.js";

/** What the plugin reads: one JSON object. This type has the fields for all events. */
export interface Document {
  readonly decision?: "deny" | "abort";
  readonly reason?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly output?: string;
  readonly context?: string;
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const { denial: how }: EventRules = EVENTS[event];
  return how === undefined ? undefined : { decision: "deny", reason };
}

/** Denies, and ends the turn. A denied prompt ends its turn anyway. */
export function aborted(event: EventName, reason: string): Document | undefined {
  return event === "chat.message" ? denial(event, reason) : { decision: "abort", reason };
}

/** Returns why a document denies its event, or `undefined`. */
export function whyDenied({ decision, reason }: Document): string | undefined {
  return decision === undefined ? undefined : reason || "denied";
}

/** Answers never conflict: every field can be combined. */
export function conflict(): undefined {
  return undefined;
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: OpencodeEvent, { args, output }: Document): OpencodeEvent {
  return {
    ...payload,
    ...(args === undefined ? {} : { tool_input: args }),
    ...(output === undefined ? {} : { tool_response: withText(payload.tool_response as object, output) }),
  };
}

/** Returns a result with another text, as the plugin changes it. */
function withText(response: { readonly content?: unknown }, text: string): object {
  return Array.isArray(response.content)
    ? { ...response, content: withTextOfBlocks(response.content, text) }
    : { ...response, output: text };
}

/** Merges several answers to one event. A denial drops the changes of what it denies. */
export function mergeDocuments(_event: EventName, documents: readonly Document[]): Document | undefined {
  const [first, ...others] = documents;
  const denying = documents.filter((document) => whyDenied(document) !== undefined);
  const said = denying.find(({ decision }) => decision === "abort") ?? denying[0];
  if (said !== undefined) return { decision: said.decision ?? "deny", reason: said.reason || "denied" };
  if (others.length === 0) return first;
  const contexts = documents.flatMap(({ context }) => context ?? []);
  return { ...Object.assign({}, ...documents), ...(contexts.length === 0 ? {} : { context: contexts.join("\n\n") }) };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "tool.execute.after" ? WITHHELD : DENIED),
);
