import * as z from "zod/mini";
import {
  answerSchemas,
  blocking,
  type Fields,
  flag,
  looseObject,
  maybe,
  number,
  open,
  payloadSchemas,
  specificOutput,
  strictObject,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
export const commonPayload = {
  session_id: text,
  transcript_path: maybe.text,
  cwd: text,
  hook_event_name: text,
  /** The same in all events that result from one prompt. */
  prompt_id: maybe.text,
  permission_mode: maybe.text,
  /** Only in a sub-agent. */
  agent_id: maybe.text,
  agent_type: maybe.text,
  effort: z.optional(looseObject({ level: text })),
};
const tool = {
  tool_name: text,
  tool_input: open,
  tool_use_id: maybe.text,
  /** Only for a tool of an MCP server. */
  mcp_server: maybe.open,
};
const ended = {
  stop_hook_active: maybe.flag,
  last_assistant_message: maybe.text,
  background_tasks: maybe.list,
  session_crons: maybe.list,
};
const modelSwitch = {
  from_model: maybe.text,
  to_model: maybe.text,
  /** `null` is the default model. */
  requested_model: maybe.textOrNull,
  source: maybe.text,
  /** The number of tokens that the next request sends again. */
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
const elicitation = { mcp_server_name: text, mode: maybe.text, elicitation_id: maybe.text };

/** The fields of each event in addition to the common ones. */
export const payloadFields = {
  PreToolUse: () => tool,
  PermissionRequest: () => ({ ...tool, permission_suggestions: maybe.list }),
  PermissionDenied: () => ({ ...tool, reason: text }),
  PostToolUse: () => ({
    ...tool,
    /** Its shape depends on the tool. */
    tool_response: maybe.anything,
    duration_ms: maybe.number,
  }),
  PostToolUseFailure: () => ({ ...tool, error: text, is_interrupt: maybe.flag, duration_ms: maybe.number }),
  PostToolBatch: () => ({
    /** In each call, `tool_response` is what the model will see. */
    tool_calls: z.array(looseObject({ ...tool, tool_response: maybe.anything })),
  }),
  UserPromptSubmit: () => ({ prompt: text, source: maybe.text, session_title: maybe.text }),
  UserPromptExpansion: () => ({
    expansion_type: text,
    command_name: text,
    command_args: text,
    command_source: maybe.text,
    prompt: text,
  }),
  MessageDisplay: () => ({ turn_id: text, message_id: text, index: number, final: flag, delta: text }),
  Stop: () => ended,
  StopFailure: () => ({ error: text, error_details: maybe.text, last_assistant_message: maybe.text }),
  SubagentStart: () => ({}),
  SubagentStop: () => ({ ...ended, agent_transcript_path: maybe.text }),
  TeammateIdle: () => ({ teammate_name: text, team_name: maybe.text }),
  TaskCreated: () => task,
  TaskCompleted: () => task,
  SessionStart: () => ({
    source: text,
    model: maybe.text,
    session_title: maybe.text,
    seconds_since_last_response: maybe.number,
    context_tokens: maybe.number,
    prompt_cache_likely_expired: maybe.flag,
    estimated_cache_write_usd: maybe.number,
  }),
  Setup: () => ({ trigger: text }),
  SessionEnd: () => ({ reason: text }),
  PreCompact: () => ({ trigger: text, custom_instructions: maybe.textOrNull }),
  PostCompact: () => ({ trigger: text, compact_summary: maybe.text }),
  PreModelSwitch: () => modelSwitch,
  PostModelSwitch: () => modelSwitch,
  Elicitation: () => ({ ...elicitation, message: text, url: maybe.text, requested_schema: maybe.open }),
  ElicitationResult: () => ({ ...elicitation, action: text, content: maybe.open }),
  Notification: () => ({ message: text, title: maybe.text, notification_type: maybe.text }),
  ConfigChange: () => ({ source: text, file_path: maybe.text }),
  InstructionsLoaded: () => ({
    file_path: text,
    memory_type: maybe.text,
    load_reason: maybe.text,
    globs: z.optional(z.array(text)),
    trigger_file_path: maybe.text,
    parent_file_path: maybe.text,
  }),
  CwdChanged: () => ({ old_cwd: text, new_cwd: text }),
  DirectoryAdded: () => ({ directory: text, source: maybe.text }),
  FileChanged: () => ({ file_path: text, event: text }),
  WorktreeCreate: () => ({ name: text }),
  WorktreeRemove: () => ({ worktree_path: text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Claude Code writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const paths = () => z.optional(z.array(text));

/** Fields of an answer to any event. */
export const commonAnswer = {
  /** `false`: the agent stops, if the event can stop it. */
  continue: maybe.flag,
  /** The reason, shown to the user. */
  stopReason: maybe.text,
  suppressOutput: maybe.flag,
  /** A warning for the user. */
  systemMessage: maybe.text,
  /** An escape sequence for the user's terminal: a title or a notification. */
  terminalSequence: maybe.text,
};
const forModel = {
  /** Text for the model, appended to what it sees anyway. */
  additionalContext: maybe.text,
};
const elicited = () => ({ action: z.optional(z.enum(["accept", "decline", "cancel"])), content: maybe.open });

/**
 * The fields of each event in addition to the common ones. A block denies the event. At the end of a turn, it means
 * "continue" instead, and after a tool, it is a remark.
 */
export const answerFields = {
  PreToolUse: () =>
    specificOutput("PreToolUse", {
      ...forModel,
      /** `allow` skips the user's approval. */
      permissionDecision: z.optional(z.enum(["allow", "deny", "ask", "defer"])),
      permissionDecisionReason: maybe.text,
      /** All arguments, not only the changed ones. */
      updatedInput: maybe.open,
    }),
  PermissionRequest: () =>
    specificOutput("PermissionRequest", {
      decision: z.optional(
        z.union([
          strictObject({
            behavior: z.literal("allow"),
            updatedInput: maybe.open,
            updatedPermissions: maybe.list,
          }),
          strictObject({ behavior: z.literal("deny"), message: maybe.text, interrupt: maybe.flag }),
        ]),
      ),
    }),
  PermissionDenied: () => specificOutput("PermissionDenied", { retry: maybe.flag }),
  PostToolUse: () => ({
    ...blocking,
    ...specificOutput("PostToolUse", {
      ...forModel,
      /** For the classifier of the permission mode `auto`, next to the result: at most 2000 UTF-16 code units. */
      classifierContext: maybe.text,
      /** Must have the shape of the tool's own result; any other is ignored. */
      updatedToolOutput: maybe.anything,
    }),
  }),
  PostToolUseFailure: () => ({ ...blocking, ...specificOutput("PostToolUseFailure", forModel) }),
  PostToolBatch: () => ({ ...blocking, ...specificOutput("PostToolBatch", forModel) }),
  UserPromptSubmit: () => ({
    ...blocking,
    ...specificOutput("UserPromptSubmit", {
      ...forModel,
      sessionTitle: maybe.text,
      suppressOriginalPrompt: maybe.flag,
    }),
  }),
  UserPromptExpansion: () => ({
    ...blocking,
    ...specificOutput("UserPromptExpansion", { ...forModel, suppressOriginalPrompt: maybe.flag }),
  }),
  MessageDisplay: () => specificOutput("MessageDisplay", { displayContent: maybe.text }),
  Stop: () => ({ ...blocking, ...specificOutput("Stop", forModel) }),
  StopFailure: () => ({}),
  SubagentStart: () => specificOutput("SubagentStart", forModel),
  SubagentStop: () => ({ ...blocking, ...specificOutput("SubagentStop", forModel) }),
  TeammateIdle: () => blocking,
  TaskCreated: () => blocking,
  TaskCompleted: () => blocking,
  SessionStart: () =>
    specificOutput("SessionStart", {
      ...forModel,
      initialUserMessage: maybe.text,
      sessionTitle: maybe.text,
      watchPaths: paths(),
      reloadSkills: maybe.flag,
    }),
  Setup: () => specificOutput("Setup", forModel),
  SessionEnd: () => ({}),
  PreCompact: () => blocking,
  PostCompact: () => ({}),
  PreModelSwitch: () =>
    specificOutput("PreModelSwitch", {
      permissionDecision: z.optional(z.enum(["allow", "deny", "ask"])),
      permissionDecisionReason: maybe.text,
    }),
  PostModelSwitch: () => specificOutput("PostModelSwitch", forModel),
  Elicitation: () => specificOutput("Elicitation", elicited()),
  ElicitationResult: () => specificOutput("ElicitationResult", elicited()),
  Notification: () => specificOutput("Notification", forModel),
  ConfigChange: () => blocking,
  InstructionsLoaded: () => ({}),
  CwdChanged: () => specificOutput("CwdChanged", { watchPaths: paths() }),
  DirectoryAdded: () => ({}),
  FileChanged: () => specificOutput("FileChanged", { watchPaths: paths() }),
  WorktreeCreate: () => ({}),
  WorktreeRemove: () => ({}),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. If an answer does not match, Claude Code ignores it (observed). */
export const answerSchema = answerSchemas(commonAnswer, answerFields);
