import type { CommandEvent } from "../../command-hook/events.js";
import type { PayloadFields } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Goose";

/** Where Goose keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = {
  event: "event",
  session: "session_id",
  folder: "working_dir",
  tool: "tool_name",
  input: "tool_input",
  id: "tool_call_id",
  result: "tool_output",
};

/** How Goose treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "block" };

/**
 * Goose's events, read in its source code. Only `PreToolUse` can be denied. A block at `Stop` makes the turn continue.
 * No event has the result of a tool, so a result has no point.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "block", kind: "tool.start" },
  PreToolUseResult: {},
  PostToolUse: { kind: "tool.end", fields: { tool_name: "tool", tool_input: "arguments" } },
  PostToolUseFailure: { kind: "tool.end", fields: { tool_name: "tool", tool_input: "arguments" } },
  UserPromptSubmit: { kind: "prompt", fields: { message: "prompt" } },
  SessionStart: { kind: "session.start" },
  SessionEnd: { kind: "session.end" },
  Stop: { kind: "turn.end", fields: { last_assistant_message: "reply" } },
  BeforeReadFile: {},
  AfterFileEdit: {},
  BeforeShellExecution: {},
  AfterShellExecution: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: { event: PASCAL_CASE, session_id: "string" },
  never: ["hook_event_name"],
  sometimes: { event: EVENT_NAMES },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
