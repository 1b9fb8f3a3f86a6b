import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  blocking,
  type Fields,
  jsonObject,
  optional,
  payloadSchemas,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
const commonPayload = {
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
const payloadFields = {
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
const answerFields = {
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

/** Fields of every payload of Goose. There may be others. */
export interface GooseEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Goose writes to stdin at an event. */
export type GoosePayload<Event extends EventName> = GooseEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Goose's format. */
export type GooseAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Goose's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call.
 *
 * @example native: { goose: { Stop: () => ({ decision: "block", reason: "Run the tests first." }) } }
 */
export interface GooseHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [GoosePayload<E>, GooseAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly goose?: GooseHandlers<Env>;
  }
}
