import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  anything,
  type Fields,
  flag,
  jsonObject,
  looseObject,
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
  hook_event_name: text,
  session_id: text,
  cwd: text,
  client_type: text,
  session_title: optional.text,
};

const tool = () => ({ tool_name: text, tool_input: jsonObject, tool_call_id: optional.text });

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  PreToolUse: tool,
  PostToolUse: () => ({
    ...tool(),
    /** The first 2000 characters of the result. */
    tool_output: text,
  }),
  PostToolUseFailure: () => ({
    ...tool(),
    error: looseObject({
      /** `internal` also for a command that exits with a code other than 0. */
      code: optional.text,
      message: text,
    }),
  }),
  PermissionRequest: () => ({ tool_name: optional.text, tool_input: optional.anything }),
  PermissionResult: () => ({ tool_name: optional.text, decision: optional.text }),
  UserPromptSubmit: () => ({
    /** The parts of the prompt, such as `{ type: "text", text }`, or its text. */
    prompt: z.union([text, z.array(anything)]),
    /** Whether the prompt steers a turn that already runs. */
    is_steer: optional.flag,
  }),
  UserPromptQueued: () => ({ prompt: optional.list, prompt_id: optional.text, queue_length: optional.number }),
  TurnStarted: () => ({ turn_id: optional.number, origin_kind: optional.text, prompt: optional.anything }),
  Stop: () => ({
    /** Always `false`: Kimi Code does not call hooks again when the turn ends after a hook made it continue. */
    stop_hook_active: flag,
  }),
  StopFailure: () => ({ error_type: optional.text, error_message: optional.text }),
  Interrupt: () => ({ turn_id: optional.number, reason: optional.text }),
  SessionStart: () => ({
    /** `startup` or `resume`. */
    source: text,
    model: optional.text,
    profile: optional.text,
  }),
  SessionEnd: () => ({ reason: optional.text }),
  SessionHeartbeat: () => ({
    /** Milliseconds. */
    uptime_ms: optional.number,
  }),
  SubagentStart: () => ({ agent_name: text, prompt: optional.text }),
  SubagentStop: () => ({ agent_name: text, response: optional.text }),
  TaskStarted: () => ({ task_id: optional.text, kind: optional.text, description: optional.text }),
  PreCompact: () => ({ trigger: optional.text, token_count: optional.number }),
  PostCompact: () => ({ trigger: optional.text, estimated_token_count: optional.number }),
  Notification: () => ({ notification_type: optional.text, title: optional.text, body: optional.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Kimi Code writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const denies = () => ({
  permissionDecision: z.optional(z.literal("deny")),
  permissionDecisionReason: optional.text,
});
const ignored = () => ({});

/** The fields of an answer to each event. It has no effect at the events without fields. */
const answerFields = {
  PreToolUse: () => specificOutput("PreToolUse", denies()),
  PostToolUse: ignored,
  PostToolUseFailure: ignored,
  PermissionRequest: ignored,
  PermissionResult: ignored,
  UserPromptSubmit: () =>
    specificOutput("UserPromptSubmit", {
      ...denies(),
      /** Text for the model. */
      message: optional.text,
    }),
  UserPromptQueued: ignored,
  TurnStarted: ignored,
  /** A denial makes the agent continue, with the reason as its prompt. */
  Stop: () => specificOutput("Stop", denies()),
  StopFailure: ignored,
  Interrupt: ignored,
  SessionStart: ignored,
  SessionEnd: ignored,
  SessionHeartbeat: ignored,
  SubagentStart: ignored,
  SubagentStop: ignored,
  TaskStarted: ignored,
  PreCompact: ignored,
  PostCompact: ignored,
  Notification: ignored,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Kimi Code ignores what it does not know (observed). */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Kimi Code. There may be others. */
export interface KimiEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Kimi Code writes to stdin at an event. */
export type KimiPayload<Event extends EventName> = KimiEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Kimi Code's format. */
export type KimiAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Kimi Code's own events, for what the portable points do not cover. At an event with a point, they run
 * after the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example
 * native: { kimi: { Stop: () => ({
 *   hookSpecificOutput: { hookEventName: "Stop", permissionDecision: "deny", permissionDecisionReason: "run the tests" },
 * }) } }
 */
export interface KimiHandlers<in Env> extends HandlersOf<{ [E in EventName]: [KimiPayload<E>, KimiAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly kimi?: KimiHandlers<Env>;
  }
}
