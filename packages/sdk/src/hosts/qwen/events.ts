import type { CommandEvent } from "../../command-hook/events.js";
import { fit, type Marks, PASCAL_CASE } from "../../command-hook/marks.js";

/** How Qwen Code treats an answer to one of its events. */
export interface EventRules extends CommandEvent {
  readonly denial?: "permission" | "behavior" | "block" | "stop";
}

/**
 * Qwen Code's events, observed on 0.24.4. From its source code: SessionDelete, PermissionDenied, PreCompact,
 * PostCompact, StopFailure, TodoCreated, TodoCompleted, and the denial of UserPromptExpansion. After a tool, only a stop
 * withholds the result. `Stop` and `SubagentStop` continue after a block and after a stop.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission" },
  PermissionRequest: { denial: "behavior" },
  PermissionDenied: {},
  PostToolUse: { point: "afterTool", denial: "stop" },
  PostToolUseFailure: { point: "afterTool" },
  PostToolBatch: { denial: "block", takesContext: true },
  UserPromptSubmit: { point: "onPrompt", denial: "block" },
  UserPromptExpansion: { denial: "block" },
  MessageDisplay: {},
  Stop: {},
  StopFailure: {},
  SubagentStart: {},
  SubagentStop: {},
  SessionStart: { takesContext: true },
  SessionEnd: {},
  SessionDelete: {},
  PreCompact: {},
  PostCompact: {},
  Notification: {},
  InstructionsLoaded: {},
  TodoCreated: { denial: "block" },
  TodoCompleted: { denial: "block" },
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
    permission_mode: "string",
  },
  sometimes: { hook_event_name: EVENT_NAMES, transcript_path: /[\\/]chats[\\/][^\\/]*\.jsonl$/, prompt_id: "string" },
};

export function recognise(first: unknown): number {
  return fit(first, MARKS);
}
