import * as z from "zod/mini";
import {
  answerSchemas,
  blocking,
  type Fields,
  flag,
  looseObject,
  maybe,
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
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** ISO 8601. */
  timestamp: text,
  permission_mode: maybe.text,
  /** The same in all events that result from one prompt. */
  prompt_id: maybe.text,
  /** Only in a sub-agent. */
  agent_id: maybe.text,
  source_type: maybe.text,
  source_id: maybe.text,
};

const tool = () => ({
  tool_name: text,
  tool_input: open,
  tool_use_id: maybe.text,
  /** The id of the model's call. */
  tool_call_id: maybe.text,
});
const ended = () => ({
  stop_hook_active: maybe.flag,
  last_assistant_message: maybe.text,
  background_tasks: maybe.list,
  crons: maybe.list,
});
const todo = () => ({
  todo_id: text,
  todo_content: text,
  all_todos: maybe.list,
  /** `validation`, before the list is written, or `postWrite`. */
  phase: maybe.text,
});

/** The fields of each event in addition to the common ones. */
export const payloadFields = {
  PreToolUse: tool,
  PermissionRequest: () => ({ tool_name: text, tool_input: open, permission_suggestions: maybe.list }),
  PermissionDenied: () => ({ ...tool(), reason: text }),
  PostToolUse: () => ({
    ...tool(),
    tool_response: looseObject({
      /** A string, or a list of parts; parts with `text` are text. */
      llmContent: maybe.anything,
      /** What the user sees. */
      returnDisplay: maybe.anything,
    }),
    duration_ms: maybe.number,
  }),
  PostToolUseFailure: () => ({
    ...tool(),
    /** What the model reads. */
    error: text,
    is_interrupt: maybe.flag,
    duration_ms: maybe.number,
  }),
  PostToolBatch: () => ({
    tool_calls: z.array(looseObject({ ...tool(), status: maybe.text, tool_response: maybe.anything })),
  }),
  UserPromptSubmit: () => ({
    /** Empty when the model is called again, with the results of tools. */
    prompt: text,
    /** What the user typed. */
    submitted_prompt: maybe.text,
  }),
  UserPromptExpansion: () => ({ command_name: text, command_args: text, prompt: text }),
  MessageDisplay: () => ({ message_id: text, displayed_text: text, is_final: flag }),
  Stop: () => ({
    ...ended(),
    /** The fraction of the context that is used, at most 1. */
    context_usage: maybe.number,
    context_limit: maybe.number,
    input_tokens: maybe.number,
  }),
  StopFailure: () => ({ error: text, error_details: maybe.text, last_assistant_message: maybe.text }),
  SubagentStart: () => ({ agent_type: text }),
  SubagentStop: () => ({ ...ended(), agent_type: text, agent_transcript_path: maybe.text }),
  SessionStart: () => ({ source: text, model: maybe.text, agent_type: maybe.text }),
  SessionEnd: () => ({ reason: text }),
  SessionDelete: () => ({ deleted_session_id: text }),
  PreCompact: () => ({ trigger: text, custom_instructions: maybe.text }),
  PostCompact: () => ({ trigger: text, compact_summary: maybe.text }),
  Notification: () => ({ message: text, notification_type: text, title: maybe.text }),
  InstructionsLoaded: () => ({
    file_path: text,
    memory_type: maybe.text,
    load_reason: maybe.text,
    trigger_file_path: maybe.text,
    parent_file_path: maybe.text,
  }),
  TodoCreated: () => ({ ...todo(), todo_status: maybe.text }),
  TodoCompleted: () => ({ ...todo(), previous_status: maybe.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Qwen Code writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const common = {
  suppressOutput: maybe.flag,
  /** A message that the user sees at `Stop`. At other events, it only goes into the log. */
  systemMessage: maybe.text,
};
const stops = {
  ...common,
  /** `false` denies. After a tool, the model reads the reason instead of the result. */
  continue: maybe.flag,
  stopReason: maybe.text,
};
const forModel = {
  /** Text for the model, appended to what it sees anyway. */
  additionalContext: maybe.text,
};
/** At the end of a turn, a block or a stop makes the agent continue. */
const goesOn = () => ({ ...stops, ...blocking });

/** The fields of an answer to each event. */
export const answerFields = {
  PreToolUse: () => ({
    ...stops,
    ...specificOutput("PreToolUse", {
      /** Not `allow`: its only effect is to override the denial of another hook. */
      permissionDecision: z.optional(z.enum(["deny", "ask"])),
      permissionDecisionReason: maybe.text,
    }),
  }),
  PermissionRequest: () => ({
    ...common,
    ...specificOutput("PermissionRequest", {
      decision: z.optional(
        z.union([
          strictObject({
            behavior: z.literal("allow"),
            /** All arguments, not only the changed ones. */
            updatedInput: maybe.open,
          }),
          strictObject({ behavior: z.literal("deny"), message: maybe.text, interrupt: maybe.flag }),
        ]),
      ),
    }),
  }),
  PermissionDenied: () => common,
  PostToolUse: () => ({ ...stops, ...specificOutput("PostToolUse", forModel) }),
  PostToolUseFailure: () => ({ ...common, ...specificOutput("PostToolUseFailure", forModel) }),
  PostToolBatch: () => ({ ...stops, ...blocking, ...specificOutput("PostToolBatch", forModel) }),
  UserPromptSubmit: () => ({ ...stops, ...blocking, ...specificOutput("UserPromptSubmit", forModel) }),
  UserPromptExpansion: () => ({ ...stops, ...blocking, ...specificOutput("UserPromptExpansion", forModel) }),
  MessageDisplay: () => common,
  Stop: goesOn,
  StopFailure: () => common,
  SubagentStart: () => ({ ...common, ...specificOutput("SubagentStart", forModel) }),
  SubagentStop: goesOn,
  SessionStart: () => ({ ...common, ...specificOutput("SessionStart", forModel) }),
  SessionEnd: () => common,
  SessionDelete: () => common,
  PreCompact: () => ({ ...common, ...specificOutput("PreCompact", forModel) }),
  PostCompact: () => common,
  Notification: () => common,
  InstructionsLoaded: () => common,
  TodoCreated: () => ({ ...common, ...blocking }),
  TodoCompleted: () => ({ ...common, ...blocking }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Qwen Code ignores what it does not know (observed). */
export const answerSchema = answerSchemas({}, answerFields);
