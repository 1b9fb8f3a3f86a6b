import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Qwen Code";

/** Where Qwen Code keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, time: "timestamp", turn: "prompt_id", agent: "agent_id" };

/** How Qwen Code treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "behavior" | "block" | "stop" };

/**
 * Qwen Code's events, observed on 0.24.4. Some are known only from its source code: SessionDelete, PermissionDenied,
 * PreCompact, PostCompact, StopFailure, TodoCreated, TodoCompleted, and the denial of UserPromptExpansion. After a
 * tool, only a stop withholds the result. At `Stop` and `SubagentStop`, a block or a stop makes the agent continue.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  PermissionRequest: {
    denial: "behavior",
    kind: "permission.request",
    fields: { tool_name: "tool", tool_input: "arguments" },
  },
  PermissionDenied: {},
  PostToolUse: { point: "afterTool", denial: "stop", kind: "tool.end" },
  PostToolUseFailure: { point: "afterTool", kind: "tool.end" },
  PostToolBatch: { takesContext: true, denial: "block" },
  UserPromptSubmit: { point: "onPrompt", denial: "block", kind: "prompt" },
  UserPromptExpansion: { denial: "block" },
  MessageDisplay: {},
  Stop: { kind: "turn.end", fields: { last_assistant_message: "reply" } },
  StopFailure: { kind: "error", fields: { error: "message" } },
  SubagentStart: { kind: "subagent.start", fields: { agent_id: "agentId" } },
  SubagentStop: { kind: "subagent.end", fields: { agent_id: "agentId", last_assistant_message: "reply" } },
  SessionStart: { takesContext: true, kind: "session.start" },
  SessionEnd: { kind: "session.end" },
  SessionDelete: {},
  PreCompact: { kind: "compact.start", fields: { trigger: "reason" } },
  PostCompact: { kind: "compact.end", fields: { trigger: "reason", compact_summary: "summary" } },
  Notification: { kind: "notification", fields: { notification_type: "type" } },
  InstructionsLoaded: {},
  TodoCreated: { denial: "block" },
  TodoCompleted: { denial: "block" },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: {
    session_id: "string",
    transcript_path: "string",
    cwd: "string",
    hook_event_name: PASCAL_CASE,
    timestamp: "string",
    permission_mode: "string",
  },
  sometimes: { hook_event_name: EVENT_NAMES, transcript_path: /[\\/]chats[\\/][^\\/]*\.jsonl$/, prompt_id: "string" },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
