import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Cursor";

/** Where Cursor keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = {
  ...SNAKE_CASE_FIELDS,
  session: "conversation_id",
  folder: "/workspace_roots/0",
  result: "tool_output",
};

/**
 * How Cursor treats an answer to one of its events. A denial of the form `permission` has a message for the model. One of
 * the form `read-permission` has only a message for the user.
 */
export type EventRules = CommandEvent & {
  readonly denial?: "permission" | "read-permission" | "continue" | "result";
};

/**
 * Cursor's events, from its manual and public reports of 3.1.15 and 2026.09.18; not run. Cursor calls `preToolUse` for
 * every tool, so the events of single tools have no point: the hook would decide twice.
 */
export const EVENTS = {
  preToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  postToolUse: { point: "afterTool", denial: "result", kind: "tool.end" },
  postToolUseFailure: { point: "afterTool", kind: "tool.end" },
  beforeSubmitPrompt: { point: "onPrompt", denial: "continue", kind: "prompt" },
  sessionStart: { takesContext: true, kind: "session.start" },
  sessionEnd: { kind: "session.end" },
  stop: { kind: "turn.end" },
  subagentStart: {
    denial: "read-permission",
    kind: "subagent.start",
    fields: { subagent_id: "agentId", subagent_type: "agentType" },
  },
  subagentStop: {
    kind: "subagent.end",
    fields: { subagent_id: "agentId", subagent_type: "agentType", summary: "reply" },
  },
  preCompact: { kind: "compact.start", fields: { trigger: "reason" } },
  beforeShellExecution: { denial: "permission" },
  afterShellExecution: {},
  beforeMCPExecution: { denial: "permission" },
  afterMCPExecution: {},
  beforeReadFile: { denial: "read-permission" },
  afterFileEdit: {},
  beforeTabFileRead: { denial: "read-permission" },
  afterTabFileEdit: {},
  afterAgentResponse: {},
  afterAgentThought: {},
  workspaceOpen: {},
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

/** Returns the form of a denial of an event, or `undefined` if the event is unknown or cannot be denied. */
export function denialForm(event: string): EventRules["denial"] {
  const rules: Readonly<Partial<Record<string, EventRules>>> = EVENTS;
  return Object.hasOwn(rules, event) ? rules[event]?.denial : undefined;
}

/** Whether Cursor asks for permission at an event. An answer that is not JSON then denies, even without `failClosed`. */
export function asksPermission(event: string): boolean {
  return denialForm(event)?.endsWith("permission") === true;
}

/** Whether an event is denied if the hook fails or prints nothing and its entry has `failClosed`. */
export function failsClosed(event: string): boolean {
  return asksPermission(event) || denialForm(event) === "continue";
}

const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

/** `workspaceOpen` belongs to no conversation. Later versions may have more events. */
const MARKS: Marks = {
  always: { hook_event_name: /^[a-z]+(?:[A-Z][a-z]*)*$/, cursor_version: "string" },
  sometimes: { hook_event_name: EVENT_NAMES, conversation_id: "string", generation_id: "string" },
};

export function recognise(first: unknown): number {
  return matchScore(first, MARKS);
}
