import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Kimi Code";

/** Where Kimi Code keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, id: "tool_call_id", result: "tool_output" };

/** How Kimi Code treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" };

/**
 * Kimi Code's events, as 2.1.0 names them. PermissionRequest, PermissionResult, UserPromptQueued, StopFailure,
 * Interrupt, SessionEnd, SessionHeartbeat, TaskStarted, PreCompact, PostCompact and Notification are known only from the
 * source code in the program. It goes on before it has an answer to an event after a tool.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  PostToolUse: { point: "afterTool", kind: "tool.end" },
  PostToolUseFailure: { point: "afterTool", kind: "tool.end" },
  PermissionRequest: { kind: "permission.request", fields: { tool_name: "tool", tool_input: "arguments" } },
  PermissionResult: {},
  UserPromptSubmit: { point: "onPrompt", denial: "permission", kind: "prompt", fields: { "prompt.0.text": "prompt" } },
  UserPromptQueued: {},
  TurnStarted: {},
  Stop: { kind: "turn.end" },
  StopFailure: { kind: "error", fields: { error_message: "message" } },
  Interrupt: {},
  SessionStart: { kind: "session.start" },
  SessionEnd: { kind: "session.end" },
  SessionHeartbeat: {},
  SubagentStart: { kind: "subagent.start", fields: { agent_name: "agentType" } },
  SubagentStop: { kind: "subagent.end", fields: { agent_name: "agentType", response: "reply" } },
  TaskStarted: {},
  PreCompact: { kind: "compact.start", fields: { trigger: "reason" } },
  PostCompact: { kind: "compact.end", fields: { trigger: "reason" } },
  Notification: { kind: "notification", fields: { notification_type: "type" } },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: { session_id: "string", cwd: "string", hook_event_name: PASCAL_CASE, client_type: /^kimi_/ },
  never: ["transcript_path", "timestamp"],
  sometimes: { hook_event_name: EVENT_NAMES, tool_call_id: "string" },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
