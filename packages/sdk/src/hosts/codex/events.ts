import type { CommandEvent } from "../../command-hook/events.js";
import { type PayloadFields, SNAKE_CASE_FIELDS } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Codex";

/** Where Codex keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = { ...SNAKE_CASE_FIELDS, turn: "turn_id", agent: "agent_id" };

/** How Codex treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "behavior" | "block" | "stop" };

/** Codex's events, observed on 0.169.0. According to the source code, PreCompact can be stopped. */
export const EVENTS = {
  PreToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  PermissionRequest: {
    denial: "behavior",
    kind: "permission.request",
    fields: { tool_name: "tool", tool_input: "arguments" },
  },
  PostToolUse: { point: "afterTool", kind: "tool.end" },
  PreModelRequest: { kind: "llm.request" },
  PostModelRequest: { kind: "llm.response", fields: { error: "error" } },
  SessionStart: { takesContext: true, denial: "stop", kind: "session.start" },
  UserPromptSubmit: { point: "onPrompt", denial: "block", kind: "prompt" },
  SubagentStart: { takesContext: true, kind: "subagent.start", fields: { agent_id: "agentId" } },
  SubagentStop: { kind: "subagent.end", fields: { agent_id: "agentId", last_assistant_message: "reply" } },
  Stop: { kind: "turn.end", fields: { last_assistant_message: "reply" } },
  PreCompact: { denial: "stop", kind: "compact.start", fields: { trigger: "reason" } },
  PostCompact: { kind: "compact.end", fields: { trigger: "reason" } },
  Interrupt: {},
  SessionEnd: { kind: "session.end" },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

/** The path of a file in which Codex stores a session. */
const ROLLOUT = /(?:^|[\\/])rollout-[^\\/]*$/;

type Fields = Readonly<Record<string, unknown>>;

const MARKS: Marks = {
  always: { session_id: "string", cwd: "string", hook_event_name: PASCAL_CASE },
  never: ["timestamp", "prompt_id", "message_id"],
  sometimes: { hook_event_name: EVENT_NAMES, turn_id: "string", transcript_path: ROLLOUT },
};

/**
 * A payload without a turn names a rollout file, or has `null` instead if the session is not stored (observed). Every
 * event except SessionEnd names the model.
 */
export function recognise(first: unknown): number {
  const found = matchScore(first, MARKS);
  if (found === 0) return 0;
  const { turn_id: turn, transcript_path: path, hook_event_name: event, model } = first as Fields;
  const isStored = typeof path === "string" && ROLLOUT.test(path);
  const isNotStored = path === null && (event === "SessionEnd" || typeof model === "string");
  return typeof turn === "string" || isStored || isNotStored ? found + 1 : 0;
}
