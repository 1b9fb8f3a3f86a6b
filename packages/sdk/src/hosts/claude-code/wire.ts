import * as z from "zod/mini";
import {
  answerSchemas,
  blocking,
  type Fields,
  flag,
  jsonObject,
  looseObject,
  number,
  optional,
  payloadSchemas,
  specificOutput,
  strictObject,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
const commonPayload = {
  session_id: text,
  transcript_path: optional.text,
  cwd: text,
  hook_event_name: text,
  /** The same in all events that result from one prompt. */
  prompt_id: optional.text,
  permission_mode: optional.text,
  /** Only in a sub-agent. */
  agent_id: optional.text,
  agent_type: optional.text,
  effort: z.optional(looseObject({ level: text })),
};
const tool = {
  tool_name: text,
  tool_input: jsonObject,
  tool_use_id: optional.text,
  /** Only for a tool of an MCP server. */
  mcp_server: optional.jsonObject,
};
const skillCommand = {
  ...tool,
  /** The skill or command whose text has the shell command. */
  command_name: text,
  command_source: optional.text,
  /** `user`, `claude`, or `other`, such as a sub-agent that loads the skill. */
  invoked_by: text,
};
const ended = {
  stop_hook_active: optional.flag,
  last_assistant_message: optional.text,
  background_tasks: optional.list,
  session_crons: optional.list,
};
const modelSwitch = {
  from_model: optional.text,
  to_model: optional.text,
  /** `null` is the default model. */
  requested_model: optional.textOrNull,
  source: optional.text,
  /** The number of tokens that the next request sends again. */
  context_tokens: optional.number,
  prompt_cache_warm: optional.flag,
  cache_ttl: optional.text,
  estimated_cache_write_usd: optional.number,
  pricing: optional.text,
};
const task = {
  task_id: text,
  task_subject: text,
  task_description: optional.text,
  teammate_name: optional.text,
  team_name: optional.text,
};
const elicitation = { mcp_server_name: text, mode: optional.text, elicitation_id: optional.text };

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  PreToolUse: () => tool,
  PreSkillShellCommand: () => skillCommand,
  PermissionRequest: () => ({ ...tool, permission_suggestions: optional.list }),
  PermissionDenied: () => ({ ...tool, reason: text }),
  PostToolUse: () => ({
    ...tool,
    /** Its shape depends on the tool. */
    tool_response: optional.anything,
    duration_ms: optional.number,
  }),
  PostToolUseFailure: () => ({ ...tool, error: text, is_interrupt: optional.flag, duration_ms: optional.number }),
  PostToolBatch: () => ({
    /** In each call, `tool_response` is what the model will see. */
    tool_calls: z.array(looseObject({ ...tool, tool_response: optional.anything })),
  }),
  UserPromptSubmit: () => ({ prompt: text, source: optional.text, session_title: optional.text }),
  UserPromptExpansion: () => ({
    expansion_type: text,
    command_name: text,
    command_args: text,
    command_source: optional.text,
    prompt: text,
  }),
  MessageDisplay: () => ({ turn_id: text, message_id: text, index: number, final: flag, delta: text }),
  Stop: () => ended,
  StopFailure: () => ({ error: text, error_details: optional.text, last_assistant_message: optional.text }),
  SubagentStart: () => ({}),
  SubagentStop: () => ({ ...ended, agent_transcript_path: optional.text }),
  TeammateIdle: () => ({ teammate_name: text, team_name: optional.text }),
  TaskCreated: () => task,
  TaskCompleted: () => task,
  SessionStart: () => ({
    source: text,
    model: optional.text,
    session_title: optional.text,
    seconds_since_last_response: optional.number,
    context_tokens: optional.number,
    prompt_cache_likely_expired: optional.flag,
    estimated_cache_write_usd: optional.number,
  }),
  Setup: () => ({ trigger: text }),
  SessionEnd: () => ({ reason: text }),
  PreCompact: () => ({ trigger: text, custom_instructions: optional.textOrNull }),
  PostCompact: () => ({ trigger: text, compact_summary: optional.text }),
  PreModelSwitch: () => modelSwitch,
  PostModelSwitch: () => modelSwitch,
  Elicitation: () => ({ ...elicitation, message: text, url: optional.text, requested_schema: optional.jsonObject }),
  ElicitationResult: () => ({ ...elicitation, action: text, content: optional.jsonObject }),
  Notification: () => ({ message: text, title: optional.text, notification_type: optional.text }),
  ConfigChange: () => ({ source: text, file_path: optional.text }),
  InstructionsLoaded: () => ({
    file_path: text,
    memory_type: optional.text,
    load_reason: optional.text,
    globs: z.optional(z.array(text)),
    trigger_file_path: optional.text,
    parent_file_path: optional.text,
  }),
  CwdChanged: () => ({ old_cwd: text, new_cwd: text }),
  DirectoryAdded: () => ({ directory: text, source: optional.text }),
  FileChanged: () => ({ file_path: text, event: text }),
  WorktreeCreate: () => ({ name: text }),
  WorktreeRemove: () => ({ worktree_path: text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Claude Code writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const paths = () => z.optional(z.array(text));

/** Fields of an answer to any event. */
const commonAnswer = {
  /** `false`: the agent stops, if the event can stop it. */
  continue: optional.flag,
  /** The reason, shown to the user. */
  stopReason: optional.text,
  suppressOutput: optional.flag,
  /** A warning for the user. */
  systemMessage: optional.text,
  /** An escape sequence for the user's terminal: a title or a notification. */
  terminalSequence: optional.text,
};
const forModel = {
  /** Text for the model, appended to what it sees anyway. */
  additionalContext: optional.text,
};
const elicited = () => ({ action: z.optional(z.enum(["accept", "decline", "cancel"])), content: optional.jsonObject });

/**
 * The fields of each event in addition to the common ones. A block denies the event. At the end of a turn, it means
 * "continue" instead, and after a tool, it is a remark.
 */
const answerFields = {
  PreToolUse: () =>
    specificOutput("PreToolUse", {
      ...forModel,
      /** `allow` skips the user's approval. */
      permissionDecision: z.optional(z.enum(["allow", "deny", "ask", "defer"])),
      permissionDecisionReason: optional.text,
      /** All arguments, not only the changed ones. */
      updatedInput: optional.jsonObject,
    }),
  PreSkillShellCommand: () =>
    specificOutput("PreSkillShellCommand", {
      /** `allow` adds nothing. All others deny. */
      permissionDecision: z.optional(z.enum(["allow", "deny", "ask", "defer"])),
      permissionDecisionReason: optional.text,
      /** Denies: the new input is never used. */
      updatedInput: optional.jsonObject,
    }),
  PermissionRequest: () =>
    specificOutput("PermissionRequest", {
      decision: z.optional(
        z.union([
          strictObject({
            behavior: z.literal("allow"),
            updatedInput: optional.jsonObject,
            updatedPermissions: optional.list,
          }),
          strictObject({ behavior: z.literal("deny"), message: optional.text, interrupt: optional.flag }),
        ]),
      ),
    }),
  PermissionDenied: () => specificOutput("PermissionDenied", { retry: optional.flag }),
  PostToolUse: () => ({
    ...blocking,
    ...specificOutput("PostToolUse", {
      ...forModel,
      /** For the classifier of the permission mode `auto`, next to the result: at most 2000 UTF-16 code units. */
      classifierContext: optional.text,
      /** Must have the shape of the tool's own result; any other is ignored. */
      updatedToolOutput: optional.anything,
    }),
  }),
  PostToolUseFailure: () => ({ ...blocking, ...specificOutput("PostToolUseFailure", forModel) }),
  PostToolBatch: () => ({ ...blocking, ...specificOutput("PostToolBatch", forModel) }),
  UserPromptSubmit: () => ({
    ...blocking,
    ...specificOutput("UserPromptSubmit", {
      ...forModel,
      sessionTitle: optional.text,
      suppressOriginalPrompt: optional.flag,
    }),
  }),
  UserPromptExpansion: () => ({
    ...blocking,
    ...specificOutput("UserPromptExpansion", { ...forModel, suppressOriginalPrompt: optional.flag }),
  }),
  MessageDisplay: () => specificOutput("MessageDisplay", { displayContent: optional.text }),
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
      initialUserMessage: optional.text,
      sessionTitle: optional.text,
      watchPaths: paths(),
      reloadSkills: optional.flag,
    }),
  Setup: () => specificOutput("Setup", forModel),
  SessionEnd: () => ({}),
  PreCompact: () => blocking,
  PostCompact: () => ({}),
  PreModelSwitch: () =>
    specificOutput("PreModelSwitch", {
      permissionDecision: z.optional(z.enum(["allow", "deny", "ask"])),
      permissionDecisionReason: optional.text,
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

/** Fields of every payload of Claude Code. There may be others. */
export interface ClaudeCodeEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Claude Code writes to stdin at an event. */
export type ClaudeCodePayload<Event extends EventName> = ClaudeCodeEvent & OwnFields[Event];

interface CommonAnswer extends TypeOf<typeof commonAnswer> {}
interface Answers extends TypesOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Claude Code's format. */
export type ClaudeCodeAnswer<Event extends EventName> = CommonAnswer & Answers[Event];

/**
 * Handlers for Claude Code's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { "claude-code": { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export interface ClaudeCodeHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [ClaudeCodePayload<E>, ClaudeCodeAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly "claude-code"?: ClaudeCodeHandlers<Env>;
  }
}
