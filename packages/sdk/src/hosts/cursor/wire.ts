import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  anything,
  type Fields,
  flag,
  jsonObject,
  looseObject,
  number,
  optional,
  payloadSchemas,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** A longer context is dropped as a whole, in characters. */
export const LONGEST_CONTEXT = 10_000;

/** Fields of a payload that may be missing or null. */
const maybe = {
  text: optional.textOrNull,
  number: z.optional(z.nullable(number)),
  flag: z.optional(z.nullable(flag)),
  list: z.optional(z.nullable(z.array(anything))),
  texts: z.optional(z.nullable(z.array(text))),
};

/** Fields of every payload. */
const commonPayload = {
  hook_event_name: text,
  cursor_version: text,
  /** Missing at `workspaceOpen`. */
  conversation_id: maybe.text,
  /** Changes with every message of the user. */
  generation_id: maybe.text,
  session_id: maybe.text,
  model: maybe.text,
  model_id: maybe.text,
  model_params: maybe.list,
  workspace_roots: maybe.texts,
  user_email: maybe.text,
  transcript_path: maybe.text,
};

const tool = () => ({
  /** `Shell`, or `MCP:` and the name of an MCP server's tool. */
  tool_name: text,
  tool_input: jsonObject,
  tool_use_id: maybe.text,
  /** Only for `Shell`. Empty in the first folder of `workspace_roots`. */
  cwd: maybe.text,
});
const ended = { status: maybe.text, loop_count: maybe.number };
const fileEdit = () => ({ file_path: text, edits: maybe.list });
const message = () => ({ text: maybe.text });

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  preToolUse: () => ({ ...tool(), agent_message: maybe.text }),
  /** `tool_output` is JSON text. `duration` is in milliseconds. */
  postToolUse: () => ({ ...tool(), tool_output: optional.anything, duration: maybe.number }),
  postToolUseFailure: () => ({
    ...tool(),
    error_message: maybe.text,
    /** `error`, `timeout` or `permission_denied`. */
    failure_type: maybe.text,
    duration: maybe.number,
    is_interrupt: maybe.flag,
  }),
  beforeSubmitPrompt: () => ({ prompt: text, attachments: maybe.list, composer_mode: maybe.text }),
  sessionStart: () => ({ is_background_agent: maybe.flag, composer_mode: maybe.text }),
  sessionEnd: () => ({ reason: maybe.text, duration_ms: maybe.number, final_status: maybe.text }),
  stop: () => ended,
  subagentStart: () => ({
    subagent_id: maybe.text,
    subagent_type: maybe.text,
    subagent_model: maybe.text,
    task: maybe.text,
    parent_conversation_id: maybe.text,
    tool_call_id: maybe.text,
    is_parallel_worker: maybe.flag,
    git_branch: maybe.text,
  }),
  subagentStop: () => ({
    ...ended,
    subagent_id: maybe.text,
    subagent_type: maybe.text,
    task: maybe.text,
    summary: maybe.text,
    modified_files: maybe.texts,
    duration_ms: maybe.number,
  }),
  preCompact: () => ({ trigger: maybe.text, context_usage_percent: maybe.number }),
  beforeShellExecution: () => ({ command: text, cwd: maybe.text, sandbox: maybe.flag }),
  afterShellExecution: () => ({ command: text, output: maybe.text, duration: maybe.number }),
  /** `tool_input` is JSON text. `url` or `command` identifies the server. */
  beforeMCPExecution: () => ({
    tool_name: text,
    tool_input: text,
    mcp_server_name: maybe.text,
    url: maybe.text,
    command: maybe.text,
  }),
  afterMCPExecution: () => ({ tool_name: text, tool_input: text, result_json: maybe.text }),
  beforeReadFile: () => ({ file_path: text, content: maybe.text, attachments: maybe.list }),
  afterFileEdit: fileEdit,
  beforeTabFileRead: () => ({ file_path: text, content: maybe.text }),
  afterTabFileEdit: fileEdit,
  afterAgentResponse: message,
  afterAgentThought: message,
  workspaceOpen: () => ({}),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Cursor writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const messages = { user_message: optional.text, agent_message: optional.text };
const permission = () => ({ permission: z.optional(z.enum(["allow", "deny", "ask"])), ...messages });
const readPermission = () => ({ permission: z.optional(z.enum(["allow", "deny"])), user_message: optional.text });
const context = { additional_context: z.optional(text.check(z.maxLength(LONGEST_CONTEXT))) };
const followUp = () => ({ followup_message: optional.text });
/** Cursor reads nothing at these events. */
const nothing = () => ({});

/** The fields of an answer to each event. */
export const answerFields = {
  preToolUse: () => ({
    /** `allow` skips the user's approval. */
    permission: z.optional(z.enum(["allow", "deny"])),
    ...messages,
    updated_input: optional.jsonObject,
  }),
  postToolUse: () => ({
    ...context,
    /** Only for a tool of an MCP server. */
    updated_mcp_tool_output: z.optional(looseObject({ content: z.array(anything) })),
  }),
  postToolUseFailure: nothing,
  beforeSubmitPrompt: () => ({ continue: z.optional(flag), user_message: optional.text, ...context }),
  sessionStart: () => ({ env: optional.jsonObject, ...context }),
  sessionEnd: nothing,
  stop: followUp,
  subagentStart: () => ({ permission: z.optional(z.enum(["allow", "deny"])), user_message: optional.text }),
  subagentStop: followUp,
  preCompact: () => ({ user_message: optional.text }),
  beforeShellExecution: permission,
  afterShellExecution: nothing,
  beforeMCPExecution: permission,
  afterMCPExecution: nothing,
  beforeReadFile: readPermission,
  afterFileEdit: nothing,
  beforeTabFileRead: readPermission,
  afterTabFileEdit: nothing,
  afterAgentResponse: nothing,
  afterAgentThought: nothing,
  /** The folders of plugins that Cursor loads. */
  workspaceOpen: () => ({ pluginPaths: z.optional(z.array(text)) }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Cursor. There may be others. */
export interface CursorEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Cursor writes to stdin at an event. */
export type CursorPayload<Event extends EventName> = CursorEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Cursor's format. */
export type CursorAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Cursor's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point and see their changes, unless those denied the call.
 *
 * @example native: { cursor: { beforeReadFile: () => ({ permission: "deny", user_message: "Not this file." }) } }
 */
export interface CursorHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [CursorPayload<E>, CursorAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly cursor?: CursorHandlers<Env>;
  }
}
