import * as z from "zod/mini";
import {
  answerSchemas,
  blocking,
  type Fields,
  jsonObject,
  optional,
  payloadSchemas,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
export const commonPayload = {
  event: text,
  session_id: text,
  /** The text that a matcher is compared with: the name of the tool, the prompt, a path or a command. */
  matcher_context: optional.textOrNull,
  working_dir: optional.text,
};

const tool = () => ({
  tool_name: text,
  tool_input: z.optional(z.nullable(jsonObject)),
  tool_call_id: optional.text,
});
const ofTool = () => ({
  tool_name: optional.text,
  tool_input: optional.anything,
  tool_call_id: optional.text,
});
const nothing = () => ({});

/** The fields of each event in addition to the common ones. */
export const payloadFields = {
  PreToolUse: tool,
  PreToolUseResult: () => ({
    ...ofTool(),
    /** `allow` or `deny`. */
    decision: optional.text,
    policy_evaluated: optional.flag,
    /** The plugin that denied the call. */
    blocked_by: optional.text,
    reason: optional.text,
    /** `policy_denial` or `hook_failure`. */
    cause: optional.text,
  }),
  PostToolUse: ofTool,
  PostToolUseFailure: ofTool,
  UserPromptSubmit: () => ({ message: optional.text }),
  SessionStart: nothing,
  SessionEnd: nothing,
  Stop: () => ({ last_assistant_message: optional.text }),
  BeforeReadFile: ofTool,
  AfterFileEdit: ofTool,
  BeforeShellExecution: ofTool,
  AfterShellExecution: ofTool,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Goose writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const block = () => blocking;

/** The fields of an answer to each event. Goose reads nothing at most events. */
export const answerFields = {
  PreToolUse: block,
  PreToolUseResult: nothing,
  PostToolUse: nothing,
  PostToolUseFailure: nothing,
  UserPromptSubmit: nothing,
  SessionStart: nothing,
  SessionEnd: nothing,
  /** A block makes the turn continue, a limited number of times. */
  Stop: block,
  BeforeReadFile: nothing,
  AfterFileEdit: nothing,
  BeforeShellExecution: nothing,
  AfterShellExecution: nothing,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. */
export const answerSchema = answerSchemas({}, answerFields);
