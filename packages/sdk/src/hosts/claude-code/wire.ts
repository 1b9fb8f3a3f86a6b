import * as z from "zod/mini";
import { flag, maybe, number, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";

/** Fields of every payload. */
const commonPayload = {
  session_id: text,
  transcript_path: maybe.text,
  cwd: text,
  hook_event_name: text,
  prompt_id: maybe.text,
  permission_mode: maybe.text,
  agent_id: maybe.text,
  agent_type: maybe.text,
  effort: z.optional(z.looseObject({ level: text })),
};
const tool = { tool_name: text, tool_input: open, tool_use_id: maybe.text, mcp_server: maybe.open };
const ended = {
  stop_hook_active: maybe.flag,
  last_assistant_message: maybe.text,
  background_tasks: maybe.list,
  session_crons: maybe.list,
};
const modelSwitch = {
  from_model: maybe.text,
  to_model: maybe.text,
  requested_model: maybe.textOrNull,
  source: maybe.text,
  context_tokens: maybe.number,
  prompt_cache_warm: maybe.flag,
  cache_ttl: maybe.text,
  estimated_cache_write_usd: maybe.number,
  pricing: maybe.text,
};
const task = {
  task_id: text,
  task_subject: text,
  task_description: maybe.text,
  teammate_name: maybe.text,
  team_name: maybe.text,
};
const elicitedPayload = { mcp_server_name: text, mode: maybe.text, elicitation_id: maybe.text };

const of = (fields: Record<string, z.ZodMiniType>) => () => z.looseObject({ ...commonPayload, ...fields });

const payloadSchemas = lazily<Readonly<Record<EventName, z.ZodMiniObject>>>({
  PreToolUse: of(tool),
  PermissionRequest: of({ ...tool, permission_suggestions: maybe.list }),
  PermissionDenied: of({ ...tool, reason: text }),
  PostToolUse: of({ ...tool, tool_response: maybe.anything, duration_ms: maybe.number }),
  PostToolUseFailure: of({ ...tool, error: text, is_interrupt: maybe.flag, duration_ms: maybe.number }),
  PostToolBatch: () =>
    z.looseObject({
      ...commonPayload,
      tool_calls: z.array(z.looseObject({ ...tool, tool_response: maybe.anything })),
    }),
  UserPromptSubmit: of({ prompt: text, source: maybe.text, session_title: maybe.text }),
  UserPromptExpansion: of({
    expansion_type: text,
    command_name: text,
    command_args: text,
    command_source: maybe.text,
    prompt: text,
  }),
  MessageDisplay: of({ turn_id: text, message_id: text, index: number, final: flag, delta: text }),
  Stop: of(ended),
  StopFailure: of({ error: text, error_details: maybe.text, last_assistant_message: maybe.text }),
  SubagentStart: of({}),
  SubagentStop: of({ ...ended, agent_transcript_path: maybe.text }),
  TeammateIdle: of({ teammate_name: text, team_name: maybe.text }),
  TaskCreated: of(task),
  TaskCompleted: of(task),
  SessionStart: of({
    source: text,
    model: maybe.text,
    session_title: maybe.text,
    seconds_since_last_response: maybe.number,
    context_tokens: maybe.number,
    prompt_cache_likely_expired: maybe.flag,
    estimated_cache_write_usd: maybe.number,
  }),
  Setup: of({ trigger: text }),
  SessionEnd: of({ reason: text }),
  PreCompact: of({ trigger: text, custom_instructions: maybe.textOrNull }),
  PostCompact: of({ trigger: text, compact_summary: maybe.text }),
  PreModelSwitch: of(modelSwitch),
  PostModelSwitch: of(modelSwitch),
  Elicitation: of({ ...elicitedPayload, message: text, url: maybe.text, requested_schema: maybe.open }),
  ElicitationResult: of({ ...elicitedPayload, action: text, content: maybe.open }),
  Notification: of({ message: text, title: maybe.text, notification_type: maybe.text }),
  ConfigChange: of({ source: text, file_path: maybe.text }),
  InstructionsLoaded: of({
    file_path: text,
    memory_type: maybe.text,
    load_reason: maybe.text,
    globs: z.optional(z.array(text)),
    trigger_file_path: maybe.text,
    parent_file_path: maybe.text,
  }),
  CwdChanged: of({ old_cwd: text, new_cwd: text }),
  DirectoryAdded: of({ directory: text, source: maybe.text }),
  FileChanged: of({ file_path: text, event: text }),
  WorktreeCreate: of({ name: text }),
  WorktreeRemove: of({ worktree_path: text }),
});

/** Returns the schema of what Claude Code writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniObject {
  return payloadSchemas[event];
}

const paths = () => z.optional(z.array(text));

const commonAnswer = {
  continue: maybe.flag,
  stopReason: maybe.text,
  suppressOutput: maybe.flag,
  systemMessage: maybe.text,
  terminalSequence: maybe.text,
};
const blocking = { decision: maybe.block, reason: maybe.text };
const forModel = { additionalContext: maybe.text };
const elicitedAnswer = () => ({ action: z.optional(z.enum(["accept", "decline", "cancel"])), content: maybe.open });

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** Fields that only one event has, for the events that have any. */
const specifics: { readonly [Event in EventName]?: () => Fields } = {
  PreToolUse: () => ({
    ...forModel,
    permissionDecision: z.optional(z.enum(["allow", "deny", "ask", "defer"])),
    permissionDecisionReason: maybe.text,
    updatedInput: maybe.open,
  }),
  PermissionRequest: () => ({
    decision: z.optional(
      z.union([
        z.strictObject({
          behavior: z.literal("allow"),
          updatedInput: maybe.open,
          updatedPermissions: maybe.list,
        }),
        z.strictObject({ behavior: z.literal("deny"), message: maybe.text, interrupt: maybe.flag }),
      ]),
    ),
  }),
  PermissionDenied: () => ({ retry: maybe.flag }),
  PostToolUse: () => ({ ...forModel, classifierContext: maybe.text, updatedToolOutput: maybe.anything }),
  PostToolUseFailure: () => forModel,
  PostToolBatch: () => forModel,
  UserPromptSubmit: () => ({ ...forModel, sessionTitle: maybe.text, suppressOriginalPrompt: maybe.flag }),
  UserPromptExpansion: () => ({ ...forModel, suppressOriginalPrompt: maybe.flag }),
  MessageDisplay: () => ({ displayContent: maybe.text }),
  Stop: () => forModel,
  SubagentStart: () => forModel,
  SubagentStop: () => forModel,
  SessionStart: () => ({
    ...forModel,
    initialUserMessage: maybe.text,
    sessionTitle: maybe.text,
    watchPaths: paths(),
    reloadSkills: maybe.flag,
  }),
  Setup: () => forModel,
  PreModelSwitch: () => ({
    permissionDecision: z.optional(z.enum(["allow", "deny", "ask"])),
    permissionDecisionReason: maybe.text,
  }),
  PostModelSwitch: () => forModel,
  Elicitation: elicitedAnswer,
  ElicitationResult: elicitedAnswer,
  Notification: () => forModel,
  CwdChanged: () => ({ watchPaths: paths() }),
  FileChanged: () => ({ watchPaths: paths() }),
};

/** Events that read a block but are not denied by it: after a turn it means "go on", after a tool it is a remark. */
const BLOCKING: readonly string[] = ["PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", "TeammateIdle"];

function answerTo(event: EventName): z.ZodMiniType {
  const { denial: refusal }: EventRules = EVENTS[event];
  const blocks = refusal === "block" || BLOCKING.includes(event);
  const output = specifics[event]?.();
  return z.strictObject({
    ...commonAnswer,
    ...(blocks ? blocking : {}),
    ...(output === undefined
      ? {}
      : { hookSpecificOutput: z.optional(z.strictObject({ hookEventName: z.literal(event), ...output })) }),
  });
}

const answerSchemas = lazily(
  Object.fromEntries(Object.keys(EVENTS).map((event) => [event, () => answerTo(event as EventName)])),
);

/** Returns the schema of an answer to an event. Claude Code drops a mismatching answer and goes on (observed). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return answerSchemas[event] as z.ZodMiniType;
}
