import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Gemini CLI";

/** Where Gemini CLI keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, time: "timestamp" };

/** How Gemini CLI treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "deny" | "stop" };

/**
 * Gemini CLI's events, observed on 0.61.0. At `AfterModel`, a denial still shows the piece of the reply and runs its
 * tool call, so only a stop denies this event. At `AfterAgent`, a denial requests another try and a stop ends the turn.
 * `AfterModel` occurs for each piece of a reply and `PreCompress` before every model call, so these have no kind.
 */
export const EVENTS = {
  BeforeTool: { point: "beforeTool", denial: "deny", kind: "tool.start" },
  AfterTool: { point: "afterTool", denial: "deny", kind: "tool.end" },
  BeforeModel: { point: "beforeLlm", denial: "stop", kind: "llm.request" },
  AfterModel: { point: "afterLlm", denial: "stop" },
  BeforeToolSelection: {},
  BeforeAgent: { point: "onPrompt", denial: "deny", kind: "prompt" },
  AfterAgent: { kind: "turn.end", fields: { prompt_response: "reply" } },
  SessionStart: { kind: "session.start" },
  SessionEnd: { kind: "session.end" },
  PreCompress: {},
  Notification: { kind: "notification", fields: { notification_type: "type" } },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: {
    session_id: "string",
    transcript_path: "string",
    cwd: "string",
    hook_event_name: PASCAL_CASE,
    timestamp: "string",
  },
  never: ["permission_mode", "prompt_id", "tool_use_id"],
  sometimes: { hook_event_name: EVENT_NAMES, transcript_path: /[\\/]chats[\\/]session-[^\\/]*$/ },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
