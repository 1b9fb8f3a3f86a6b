import type { CommandEvent } from "../../command-hook/events.js";
import type { PayloadFields } from "../../command-hook/fields.js";
import { type Marks, matchScore } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Cline";

/** Where Cline keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = {
  event: "hookName",
  session: "/sessionContext/rootSessionId",
  folder: "/workspaceRoots/0",
  time: "timestamp",
  agent: "agent_id",
  tool: "/tool_call/name|/tool_result/name",
  input: "/tool_call/input|/tool_result/input",
  id: "/tool_call/id|/tool_result/id",
  result: "/tool_result/output",
};

/** How Cline treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "cancel" };

/**
 * Cline's events, observed on 3.0.65, by the names of the files that handle them. TaskResume, TaskCancel, TaskError and
 * UserPromptSubmit are known only from the source code. Cline waits for the two events of a tool, and for no other.
 */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "cancel", kind: "tool.start" },
  PostToolUse: { point: "afterTool", denial: "cancel", kind: "tool.end" },
  TaskStart: {},
  TaskResume: {},
  TaskComplete: { kind: "turn.end", fields: { "turn.outputText": "reply", "turn.status": "status" } },
  TaskError: { kind: "error", fields: { "error.message": "message" } },
  TaskCancel: {},
  UserPromptSubmit: { kind: "prompt", fields: { "userPromptSubmit.prompt": "prompt" } },
  SessionShutdown: { kind: "session.end" },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

/** What payloads call the events. */
export const WIRE_NAMES: Readonly<Record<string, EventName>> = {
  tool_call: "PreToolUse",
  tool_result: "PostToolUse",
  agent_start: "TaskStart",
  agent_resume: "TaskResume",
  agent_end: "TaskComplete",
  agent_error: "TaskError",
  agent_abort: "TaskCancel",
  prompt_submit: "UserPromptSubmit",
  session_shutdown: "SessionShutdown",
};

/** Returns the event that a payload names. An unknown name stays as it is. */
export function eventNamed(name: unknown): string {
  if (typeof name !== "string") return "";
  return Object.hasOwn(WIRE_NAMES, name) ? (WIRE_NAMES[name] ?? name) : name;
}

const MARKS: Marks = {
  always: { hookName: /^[a-z]+(?:_[a-z]+)*$/, taskId: "string", timestamp: "string", agent_id: "string" },
  never: ["hook_event_name", "session_id", "cwd"],
  sometimes: { hookName: Object.keys(WIRE_NAMES), clineVersion: "string", userId: "string" },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
