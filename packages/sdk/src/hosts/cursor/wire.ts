import * as z from "zod/mini";
import {
  answerSchemas,
  anything,
  type Fields,
  flag,
  jsonObject,
  looseObject,
  optional,
  payloadSchemas,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
export const commonPayload = {
  hook_event_name: text,
  conversation_id: text,
  generation_id: optional.text,
  session_id: optional.text,
  model: optional.textOrNull,
  cursor_version: optional.text,
  workspace_roots: z.optional(z.array(text)),
  user_email: optional.textOrNull,
  transcript_path: optional.textOrNull,
};

const tool = () => ({
  /** `Shell`, or `MCP:` and the name of an MCP server's tool. */
  tool_name: text,
  tool_input: z.optional(jsonObject),
  tool_use_id: optional.text,
  /** Can be empty. */
  cwd: optional.textOrNull,
});
const ended = { status: optional.text, loop_count: optional.number };
const fileEdit = () => ({ file_path: text, edits: optional.list });
const said = () => ({ text: optional.text });

/** The fields of each event in addition to the common ones. */
export const payloadFields = {
  preToolUse: () => ({ ...tool(), agent_message: optional.text }),
  /** `tool_output` is JSON as a text, in milliseconds is `duration`. */
  postToolUse: () => ({ ...tool(), tool_output: optional.anything, duration: optional.number }),
  postToolUseFailure: () => ({
    ...tool(),
    error_message: optional.text,
    /** `error`, `timeout` or `permission_denied`. */
    failure_type: optional.text,
    duration: optional.number,
    is_interrupt: optional.flag,
  }),
  beforeSubmitPrompt: () => ({ prompt: text, attachments: optional.list, composer_mode: optional.text }),
  sessionStart: () => ({ is_background_agent: optional.flag, composer_mode: optional.text }),
  sessionEnd: () => ({ reason: optional.text, duration_ms: optional.number, final_status: optional.text }),
  stop: () => ended,
  subagentStart: () => ({
    subagent_id: optional.text,
    subagent_type: optional.text,
    task: optional.text,
    parent_conversation_id: optional.text,
    tool_call_id: optional.text,
    is_parallel_worker: optional.flag,
  }),
  subagentStop: () => ({ ...ended, subagent_type: optional.text, task: optional.text, duration_ms: optional.number }),
  preCompact: () => ({ trigger: optional.text, context_usage_percent: optional.number }),
  beforeShellExecution: () => ({ command: text, cwd: optional.textOrNull, sandbox: optional.flag }),
  afterShellExecution: () => ({ command: text, output: optional.text, duration: optional.number }),
  /** `tool_input` is JSON as a text. `url` or `command` tells the server. */
  beforeMCPExecution: () => ({ tool_name: text, tool_input: text, url: optional.text, command: optional.text }),
  afterMCPExecution: () => ({ tool_name: text, tool_input: text, result_json: optional.text }),
  beforeReadFile: () => ({ file_path: text, content: optional.text, attachments: optional.list }),
  afterFileEdit: fileEdit,
  beforeTabFileRead: () => ({ file_path: text, content: optional.text }),
  afterTabFileEdit: fileEdit,
  afterAgentResponse: said,
  afterAgentThought: said,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Cursor writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const messages = { user_message: optional.text, agent_message: optional.text };
const permission = () => ({ permission: z.optional(z.enum(["allow", "deny", "ask"])), ...messages });
const readPermission = () => ({ permission: z.optional(z.enum(["allow", "deny"])), user_message: optional.text });
const context = { additional_context: optional.text };
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
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. */
export const answerSchema = answerSchemas({}, answerFields);
