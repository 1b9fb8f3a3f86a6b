import type { CommandEvent } from "../../command-hook/events.js";
import { type Marks, matchScore } from "../../command-hook/marks.js";

/** How Cursor treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "continue" | "result" };

/**
 * Cursor's events, read in its manual and in what others saw of 3.1.15 and 2026.09.18. `preToolUse` is asked for every
 * tool, so the events of single tools have no point: the hook would judge such a call twice.
 */
export const EVENTS = {
  preToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  postToolUse: { point: "afterTool", denial: "result", kind: "tool.end" },
  postToolUseFailure: { point: "afterTool", kind: "tool.end" },
  beforeSubmitPrompt: { point: "onPrompt", denial: "continue", kind: "prompt" },
  sessionStart: { takesContext: true, kind: "session.start" },
  sessionEnd: { kind: "session.end" },
  stop: { kind: "turn.end" },
  subagentStart: { denial: "permission", kind: "subagent.start" },
  subagentStop: { kind: "subagent.end" },
  preCompact: { kind: "compact.start", fields: { trigger: "reason" } },
  beforeShellExecution: { denial: "permission" },
  afterShellExecution: {},
  beforeMCPExecution: { denial: "permission" },
  afterMCPExecution: {},
  beforeReadFile: { denial: "permission" },
  afterFileEdit: {},
  beforeTabFileRead: { denial: "permission" },
  afterTabFileEdit: {},
  afterAgentResponse: {},
  afterAgentThought: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

/**
 * Whether Cursor asks for permission at an event. If the entry has `failClosed`, it then denies if the hook prints
 * nothing.
 */
export function asksPermission(event: string): boolean {
  const rules: Readonly<Partial<Record<string, EventRules>>> = EVENTS;
  return rules[event]?.denial === "permission";
}

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const MARKS: Marks = {
  always: { hook_event_name: EVENT_NAMES, conversation_id: "string" },
  sometimes: { generation_id: "string", cursor_version: "string" },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
