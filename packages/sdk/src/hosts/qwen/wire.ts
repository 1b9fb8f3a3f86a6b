import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  blocking,
  type Fields,
  flag,
  jsonObject,
  looseObject,
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
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** ISO 8601. */
  timestamp: text,
  permission_mode: optional.text,
  /** The same in all events that result from one prompt. */
  prompt_id: optional.text,
  /** Only in a sub-agent. */
  agent_id: optional.text,
  source_type: optional.text,
  source_id: optional.text,
};

const tool = () => ({
  tool_name: text,
  tool_input: jsonObject,
  tool_use_id: optional.text,
  /** The id of the model's call. */
  tool_call_id: optional.text,
});
const ended = () => ({
  stop_hook_active: optional.flag,
  last_assistant_message: optional.text,
  background_tasks: optional.list,
  crons: optional.list,
});
const todo = () => ({
  todo_id: text,
  todo_content: text,
  all_todos: optional.list,
  /** `validation`, before the list is written, or `postWrite`. */
  phase: optional.text,
});

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  PreToolUse: tool,
  PermissionRequest: () => ({ tool_name: text, tool_input: jsonObject, permission_suggestions: optional.list }),
  PermissionDenied: () => ({ ...tool(), reason: text }),
  PostToolUse: () => ({
    ...tool(),
    tool_response: looseObject({
      /** A string, or a list of parts; parts with `text` are text. */
      llmContent: optional.anything,
      /** What the user sees. */
      returnDisplay: optional.anything,
    }),
    duration_ms: optional.number,
  }),
  PostToolUseFailure: () => ({
    ...tool(),
    /** What the model reads. */
    error: text,
    is_interrupt: optional.flag,
    duration_ms: optional.number,
  }),
  PostToolBatch: () => ({
    tool_calls: z.array(looseObject({ ...tool(), status: optional.text, tool_response: optional.anything })),
  }),
  UserPromptSubmit: () => ({
    /** Empty when the model is called again, with the results of tools. */
    prompt: text,
    /** What the user typed. */
    submitted_prompt: optional.text,
  }),
  UserPromptExpansion: () => ({ command_name: text, command_args: text, prompt: text }),
  MessageDisplay: () => ({ message_id: text, displayed_text: text, is_final: flag }),
  Stop: () => ({
    ...ended(),
    /** The fraction of the context that is used, at most 1. */
    context_usage: optional.number,
    context_limit: optional.number,
    input_tokens: optional.number,
  }),
  StopFailure: () => ({ error: text, error_details: optional.text, last_assistant_message: optional.text }),
  SubagentStart: () => ({ agent_type: text }),
  SubagentStop: () => ({ ...ended(), agent_type: text, agent_transcript_path: optional.text }),
  SessionStart: () => ({ source: text, model: optional.text, agent_type: optional.text }),
  SessionEnd: () => ({ reason: text }),
  SessionDelete: () => ({ deleted_session_id: text }),
  PreCompact: () => ({ trigger: text, custom_instructions: optional.text }),
  PostCompact: () => ({ trigger: text, compact_summary: optional.text }),
  Notification: () => ({ message: text, notification_type: text, title: optional.text }),
  InstructionsLoaded: () => ({
    file_path: text,
    memory_type: optional.text,
    load_reason: optional.text,
    trigger_file_path: optional.text,
    parent_file_path: optional.text,
  }),
  TodoCreated: () => ({ ...todo(), todo_status: optional.text }),
  TodoCompleted: () => ({ ...todo(), previous_status: optional.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Qwen Code writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const common = {
  suppressOutput: optional.flag,
  /** A message that the user sees at `Stop`. At other events, it only goes into the log. */
  systemMessage: optional.text,
};
const stops = {
  ...common,
  /** `false` denies. After a tool, the model reads the reason instead of the result. */
  continue: optional.flag,
  stopReason: optional.text,
};
const forModel = {
  /** Text for the model, appended to what it sees anyway. */
  additionalContext: optional.text,
};
/** At the end of a turn, a block or a stop makes the agent continue. */
const stopFields = () => ({ ...stops, ...blocking });

/** The fields of an answer to each event. */
const answerFields = {
  PreToolUse: () => ({
    ...stops,
    ...specificOutput("PreToolUse", {
      /** Not `allow`: its only effect is to override the denial of another hook. */
      permissionDecision: z.optional(z.enum(["deny", "ask"])),
      permissionDecisionReason: optional.text,
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
            updatedInput: optional.jsonObject,
          }),
          strictObject({ behavior: z.literal("deny"), message: optional.text, interrupt: optional.flag }),
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
  Stop: stopFields,
  StopFailure: () => common,
  SubagentStart: () => ({ ...common, ...specificOutput("SubagentStart", forModel) }),
  SubagentStop: stopFields,
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

/** Fields of every payload of Qwen Code. There may be others. */
export interface QwenEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Qwen Code writes to stdin at an event. */
export type QwenPayload<Event extends EventName> = QwenEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Qwen Code's format. */
export type QwenAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Qwen Code's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { qwen: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export interface QwenHandlers<in Env> extends HandlersOf<{ [E in EventName]: [QwenPayload<E>, QwenAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly qwen?: QwenHandlers<Env>;
  }
}
