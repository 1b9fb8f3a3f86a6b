import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "opencode";

/** Where opencode keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, time: "timestamp" };

/** How the plugin treats an answer to one of its events. A denial is a throw, which opencode takes for an error. */
export type EventRules = CommandEvent & { readonly denial?: "throw" };

/**
 * The events of opencode at which the plugin starts hooks: the first three are opencode's plugin hooks, the others are
 * events of its bus. Observed on 1.18.33, except `session.compacted`, which is known only from its source code.
 * opencode calls no plugin when a tool failed.
 */
export const EVENTS = {
  "tool.execute.before": { point: "beforeTool", denial: "throw", kind: "tool.start" },
  "tool.execute.after": { point: "afterTool", denial: "throw", kind: "tool.end" },
  "chat.message": { point: "onPrompt", denial: "throw", kind: "prompt" },
  "session.created": { kind: "session.start" },
  "session.idle": { kind: "turn.end" },
  "session.error": { kind: "error", fields: { "properties.error.data.message": "message" } },
  "session.compacted": { kind: "compact.end" },
  "permission.asked": { kind: "permission.request", fields: { "properties.permission": "tool" } },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: {
    hook_event_name: /^[a-z]+(?:\.[a-z]+)+$/,
    session_id: "string",
    cwd: "string",
    timestamp: "string",
  },
  sometimes: { hook_event_name: EVENT_NAMES, session_id: /^ses_/ },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
