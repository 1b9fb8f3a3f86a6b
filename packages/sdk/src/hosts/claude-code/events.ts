import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Claude Code";

/** Where Claude Code keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, turn: "prompt_id", agent: "agent_id" };

/** How Claude Code treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "behavior" | "block" | "action" };

/** The event before a shell line of a skill or a command. */
export const SKILL_COMMAND = "PreSkillShellCommand";

/**
 * Claude Code's events, as v2.1.332 names them. Most were triggered, and their denials were observed. Elicitation,
 * PreModelSwitch and ConfigChange follow Claude Code's own description.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  PreSkillShellCommand: { point: "beforeTool", denial: "permission", kind: "tool.start", since: "2.1.332" },
  PermissionRequest: {
    denial: "behavior",
    kind: "permission.request",
    fields: { tool_name: "tool", tool_input: "arguments" },
  },
  PermissionDenied: {},
  PostToolUse: { point: "afterTool", kind: "tool.end" },
  PostToolUseFailure: { point: "afterTool", kind: "tool.end" },
  PostToolBatch: { takesContext: true, denial: "block" },
  UserPromptSubmit: { point: "onPrompt", denial: "block", kind: "prompt" },
  UserPromptExpansion: { denial: "block" },
  MessageDisplay: {},
  Stop: { kind: "turn.end", fields: { last_assistant_message: "reply" } },
  StopFailure: { kind: "error", fields: { error: "message" } },
  SubagentStart: { kind: "subagent.start", fields: { agent_id: "agentId" } },
  SubagentStop: { kind: "subagent.end", fields: { agent_id: "agentId", last_assistant_message: "reply" } },
  TeammateIdle: {},
  TaskCreated: { denial: "block" },
  TaskCompleted: { denial: "block" },
  SessionStart: { takesContext: true, kind: "session.start" },
  Setup: {},
  SessionEnd: { kind: "session.end" },
  PreCompact: { denial: "block", kind: "compact.start", fields: { trigger: "reason" } },
  PostCompact: { kind: "compact.end", fields: { trigger: "reason", compact_summary: "summary" } },
  PreModelSwitch: { denial: "permission" },
  PostModelSwitch: {},
  Elicitation: { denial: "action" },
  ElicitationResult: { denial: "action" },
  Notification: { kind: "notification", fields: { notification_type: "type" } },
  ConfigChange: { denial: "block" },
  InstructionsLoaded: {},
  CwdChanged: {},
  DirectoryAdded: {},
  FileChanged: {},
  WorktreeCreate: {},
  WorktreeRemove: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: { session_id: "string", cwd: "string", hook_event_name: PASCAL_CASE },
  never: ["timestamp"],
  sometimes: { hook_event_name: EVENT_NAMES, prompt_id: "string", message_id: "string" },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
