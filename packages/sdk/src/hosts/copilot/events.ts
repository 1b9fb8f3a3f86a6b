import type { CommandEvent } from "../../command-hook/events.js";
import type { PayloadFields } from "../../command-hook/fields.js";
import { type Marks, matchScore, PASCAL_CASE } from "../../command-hook/marks.js";

/** The name for people. */
export const TITLE = "Copilot CLI";

/** Where Copilot CLI keeps the parts of a call in its payloads. */
export const FIELDS: PayloadFields = {
  session: "sessionId",
  folder: "cwd",
  prompt: "prompt",
  tool: "toolName",
  input: "toolArgs",
  result: "toolResult",
};

/** How Copilot CLI treats an answer to one of its events. */
export type EventRules = CommandEvent & { readonly denial?: "permission" | "behavior" | "block" };

/**
 * Copilot CLI's events, observed on 1.0.102. `decision: "block"` at `agentStop` and `subagentStop` makes the agent
 * continue, so it is not a denial.
 */
export const EVENTS = {
  preToolUse: { point: "beforeTool", denial: "permission", kind: "tool.start" },
  postToolUse: { point: "afterTool", denial: "block", kind: "tool.end" },
  postToolUseFailure: { point: "afterTool", kind: "tool.end" },
  preMcpToolCall: {},
  permissionRequest: {
    denial: "behavior",
    kind: "permission.request",
    fields: { toolName: "tool", toolInput: "arguments" },
  },
  userPromptSubmitted: { point: "onPrompt", denial: "block", kind: "prompt" },
  userPromptTransformed: {},
  sessionStart: { takesContext: true, kind: "session.start" },
  sessionEnd: { kind: "session.end" },
  agentStop: { kind: "turn.end" },
  subagentStart: { kind: "subagent.start" },
  subagentStop: { kind: "subagent.end", fields: { response: "reply" } },
  notification: { kind: "notification", fields: { notification_type: "type" } },
  preCompact: { kind: "compact.start", fields: { trigger: "reason" } },
  errorOccurred: { kind: "error", fields: { "error.message": "message" } },
} as const satisfies Readonly<Record<string, EventRules>>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

/** The PascalCase names that Copilot CLI accepts in addition to its camelCase names, each with its event. */
export const ALIASES: Readonly<Record<string, EventName>> = {
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  PermissionRequest: "permissionRequest",
  UserPromptSubmit: "userPromptSubmitted",
  SessionStart: "sessionStart",
  SessionEnd: "sessionEnd",
  Stop: "agentStop",
  SubagentStart: "subagentStart",
  SubagentStop: "subagentStop",
  PreCompact: "preCompact",
  ErrorOccurred: "errorOccurred",
};

const MARKS: Marks = {
  always: { sessionId: "string", timestamp: "number", cwd: "string" },
};

/** A hook that is configured under a PascalCase name gets payloads with other fields. */
const PASCAL_CASE_MARKS: Marks = {
  always: { session_id: "string", timestamp: "string", cwd: "string", hook_event_name: PASCAL_CASE },
  never: ["permission_mode", "prompt_id", "tool_use_id"],
  sometimes: { hook_event_name: Object.keys(ALIASES), transcript_path: /[\\/]events\.jsonl$/ },
};

export function recognise(first: unknown): number {
  return Math.max(matchScore(first, MARKS), matchScore(first, PASCAL_CASE_MARKS));
}
