import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import { denialForm, EVENT_NAMES, type EventName, failsClosed } from "./events.js";
import type { CursorEvent } from "./native.js";

/** What Cursor reads: one JSON object. This type has the fields for all events. */
export interface Document {
  readonly permission?: "allow" | "deny" | "ask";
  readonly user_message?: string;
  readonly agent_message?: string;
  readonly updated_input?: Readonly<Record<string, unknown>>;
  readonly updated_mcp_tool_output?: { readonly content: readonly unknown[] };
  readonly additional_context?: string;
  readonly continue?: boolean;
  readonly followup_message?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly pluginPaths?: readonly string[];
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
export function denial(event: EventName, reason: string): Document | undefined {
  const form = denialForm(event);
  switch (form) {
    case "permission":
      return { permission: "deny", user_message: reason, agent_message: reason };
    case "read-permission":
      return { permission: "deny", user_message: reason };
    case "continue":
      return { continue: false, user_message: reason };
    case "result":
      return withResult(reason);
    case undefined:
      return undefined;
  }
}

/** Returns an answer that replaces the result of an MCP server's tool. */
export function withResult(text: string): Document {
  return { updated_mcp_tool_output: { content: [{ type: "text", text }] } };
}

/** Returns why a document denies its event, or `undefined`. */
export function whyDenied(document: Document): string | undefined {
  if (document.permission === "deny" || document.continue === false) {
    return document.agent_message || document.user_message || "denied";
  }
  return undefined;
}

/** Returns the payload with the changes of an answer. */
export function applyChanges(payload: CursorEvent, document: Document): CursorEvent {
  const { updated_input: input, updated_mcp_tool_output: output } = document;
  return {
    ...payload,
    ...(input === undefined ? {} : { tool_input: input }),
    ...(output === undefined ? {} : { tool_output: JSON.stringify(output) }),
  };
}

/**
 * Merges several answers to one event. A denial outranks everything. Without answers, returns `{}` at events that fail
 * closed: printing nothing would deny.
 */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const denied = documents.find((document) => whyDenied(document) !== undefined);
  if (denied !== undefined) return denied;
  if (documents.length === 0) return failsClosed(event) ? {} : undefined;
  const contexts = documents.flatMap(({ additional_context: context }) => context ?? []);
  return {
    ...Object.assign({}, ...documents),
    ...(documents.some(({ permission }) => permission === "ask") ? { permission: "ask" } : {}),
    ...(contexts.length === 0 ? {} : { additional_context: contexts.join("\n") }),
  };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "postToolUse" ? WITHHELD : DENIED),
);
