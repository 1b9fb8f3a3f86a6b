import type { CommandEvent } from "../../command-hook/events.js";
import { fit, type Marks, PASCAL_CASE } from "../../command-hook/marks.js";

/** How Claude Code treats an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "permission" | "behavior" | "block" | "action";
}

/**
 * Claude Code's events, as v2.1.330 names them. Most were triggered and their denials observed; Elicitation,
 * PreModelSwitch and ConfigChange are as Claude Code describes them.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission" },
  PermissionRequest: { denial: "behavior" },
  PermissionDenied: {},
  PostToolUse: { point: "afterTool" },
  PostToolUseFailure: { point: "afterTool" },
  PostToolBatch: { denial: "block", takesContext: true },
  UserPromptSubmit: { point: "onPrompt", denial: "block" },
  UserPromptExpansion: { denial: "block" },
  MessageDisplay: {},
  Stop: {},
  StopFailure: {},
  SubagentStart: {},
  SubagentStop: {},
  TeammateIdle: {},
  TaskCreated: { denial: "block" },
  TaskCompleted: { denial: "block" },
  SessionStart: { takesContext: true },
  Setup: {},
  SessionEnd: {},
  PreCompact: { denial: "block" },
  PostCompact: {},
  PreModelSwitch: { denial: "permission" },
  PostModelSwitch: {},
  Elicitation: { denial: "action" },
  ElicitationResult: { denial: "action" },
  Notification: {},
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
  return fit(first, MARKS);
}
