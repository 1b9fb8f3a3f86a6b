import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import type { Marks } from "../../command-hook/marks.js";

/** Where the plugin keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, time: "timestamp" };

/** How the plugin treats an answer to one of its events. A denial is a throw, which the agent takes for an error. */
export type EventRules = CommandEvent & { readonly denial?: "throw" };

/**
 * The events at which the plugin starts hooks: the first three are the agent's plugin hooks, the others are events of
 * its bus. All were observed, except `session.compacted`, which is known only from the source code. No plugin is called
 * when a tool failed.
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

/** How payloads look. A program with a mark adds it to `always`. */
export const MARKS: Marks = {
  always: {
    hook_event_name: /^[a-z]+(?:\.[a-z]+)+$/,
    session_id: "string",
    cwd: "string",
    timestamp: "string",
  },
  sometimes: { hook_event_name: EVENT_NAMES, session_id: /^ses_/ },
};
