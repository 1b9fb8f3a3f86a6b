import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Droid";

/** Where Droid keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = SNAKE_CASE_FIELDS;

/** How Droid treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "stop" };

/**
 * Droid's events, observed on 0.215.0. SubagentStop, PreCompact and Notification are known only from the source code
 * in the program. After a tool, a stop ends the turn before the model reads the result. A failed tool has no event.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  PostToolUse: { point: "afterTool", denial: "stop", kind: "tool.end" },
  UserPromptSubmit: { point: "onPrompt", denial: "stop", kind: "prompt" },
  Stop: { kind: "turn.end" },
  SubagentStop: { kind: "subagent.end", fields: { task_result: "reply" } },
  SessionStart: { takesContext: true, kind: "session.start" },
  SessionEnd: { kind: "session.end" },
  PreCompact: { kind: "compact.start", fields: { trigger: "reason" } },
  Notification: { kind: "notification", fields: { notification_type: "type" } },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: {
    session_id: "string",
    transcript_path: "string",
    cwd: "string",
    permission_mode: /^(?:off|normal|spec|auto-(?:low|medium|high))$/,
    hook_event_name: PASCAL_CASE,
  },
  never: ["timestamp", "prompt_id", "turn_id"],
  sometimes: { hook_event_name: EVENT_NAMES, transcript_path: /[\\/]sessions[\\/]/ },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
