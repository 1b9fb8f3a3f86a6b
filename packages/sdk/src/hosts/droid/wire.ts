import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  blocking,
  type Fields,
  flag,
  jsonObject,
  optional,
  payloadSchemas,
  specificOutput,
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
  /** `off`, `spec`, `auto-low`, `auto-medium` or `auto-high`. */
  permission_mode: text,
  /** The id of a message in the session file. */
  message_id: optional.text,
};

const tool = () => ({ tool_name: text, tool_input: jsonObject });

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  PreToolUse: tool,
  PostToolUse: () => ({
    ...tool(),
    /** The tool's result as text. After `Create` and `Edit`, the text is JSON that the model does not read. */
    tool_response: optional.anything,
  }),
  UserPromptSubmit: () => ({ prompt: text, has_images: optional.flag }),
  Stop: () => ({
    stop_hook_active: flag,
    tool_execution_count: optional.number,
    /** Milliseconds. */
    elapsed_time: optional.number,
  }),
  SubagentStop: () => ({
    task_name: optional.text,
    task_result: optional.text,
    task_error: optional.text,
    stop_hook_active: optional.flag,
  }),
  SessionStart: () => ({
    source: text,
    /** A shell script that Droid runs before each command: write `export` lines to it. */
    CLAUDE_ENV_FILE: optional.text,
  }),
  SessionEnd: () => ({ reason: text, session_duration_ms: optional.number, message_count: optional.number }),
  PreCompact: () => ({
    trigger: text,
    custom_instructions: optional.text,
    message_count: optional.number,
    estimated_tokens: optional.number,
  }),
  Notification: () => ({ message: text, notification_type: optional.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Droid writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const common = {
  suppressOutput: optional.flag,
  /** A message that only the user sees. */
  systemMessage: optional.text,
};
const stops = {
  ...common,
  /** `false` ends the turn. */
  continue: optional.flag,
  stopReason: optional.text,
};
const forModel = {
  /** Text for the model. */
  additionalContext: optional.text,
};

/** The fields of an answer to each event. */
const answerFields = {
  PreToolUse: () => ({
    ...stops,
    ...specificOutput("PreToolUse", {
      /** Not `ask`, which has no effect, and not `allow`, which overrides the denial of a later hook. */
      permissionDecision: z.optional(z.literal("deny")),
      permissionDecisionReason: optional.text,
      /** The changed arguments. Those that are missing keep the model's value. */
      updatedInput: optional.jsonObject,
    }),
  }),
  PostToolUse: () => ({ ...stops, ...specificOutput("PostToolUse", forModel) }),
  UserPromptSubmit: () => ({
    ...stops,
    ...specificOutput("UserPromptSubmit", {
      ...forModel,
      /** `prompt` replaces the prompt. */
      updatedInput: optional.jsonObject,
    }),
  }),
  /** A block makes the agent continue, with the reason as its prompt. */
  Stop: () => ({ ...stops, ...blocking }),
  SubagentStop: () => common,
  SessionStart: () => ({ ...common, ...specificOutput("SessionStart", forModel) }),
  SessionEnd: () => common,
  PreCompact: () => common,
  Notification: () => common,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Droid ignores what it does not know (observed). */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Droid. There may be others. */
export interface DroidEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Droid writes to stdin at an event. */
export type DroidPayload<Event extends EventName> = DroidEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Droid's format. */
export type DroidAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Droid's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { droid: { Stop: () => ({ decision: "block", reason: "run the tests" }) } }
 */
export interface DroidHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [DroidPayload<E>, DroidAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly droid?: DroidHandlers<Env>;
  }
}
