import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  blocking,
  type Fields,
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
  /** Missing at the start and the end of a session. */
  turn_id: optional.text,
  transcript_path: optional.textOrNull,
  cwd: text,
  hook_event_name: text,
  model: optional.text,
  /** `bypassPermissions` under the approval policy `never`. */
  permission_mode: optional.text,
  /** Only in a sub-agent. */
  agent_id: optional.text,
  agent_type: optional.text,
};
const tool = {
  /** `Bash`, whatever the shell is. */
  tool_name: text,
  /** For `Bash` only the command, for `apply_patch` the patch as `command`. */
  tool_input: jsonObject,
  tool_use_id: optional.text,
};
const ended = { stop_hook_active: optional.flag, last_assistant_message: optional.textOrNull };
const tokenUsage = () =>
  looseObject({
    input_tokens: optional.number,
    cached_input_tokens: optional.number,
    cache_write_input_tokens: optional.number,
    output_tokens: optional.number,
    reasoning_output_tokens: optional.number,
    total_tokens: optional.number,
  });

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  PreToolUse: () => tool,
  PermissionRequest: () => tool,
  PostToolUse: () => ({ ...tool, tool_response: optional.anything }),
  PreModelRequest: () => ({}),
  PostModelRequest: () => ({
    /** `completed` or `failed` (observed). */
    status: text,
    error: optional.textOrNull,
    /** `null` if the request failed. */
    token_usage: z.optional(z.nullable(tokenUsage())),
  }),
  SessionStart: () => ({ source: text }),
  UserPromptSubmit: () => ({ prompt: text }),
  SubagentStart: () => ({}),
  SubagentStop: () => ({ ...ended, agent_transcript_path: optional.textOrNull }),
  Stop: () => ended,
  PreCompact: () => ({ trigger: text }),
  PostCompact: () => ({ trigger: text }),
  Interrupt: () => ({}),
  SessionEnd: () => ({ reason: optional.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Codex writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const warning = {
  /** A warning for the user. */
  systemMessage: optional.text,
};
const stopping = {
  ...warning,
  /** `false`: the agent stops, if the event can stop it. */
  continue: optional.flag,
  /** The reason, shown to the user. */
  stopReason: optional.text,
};
const forModel = {
  /** Text for the model. */
  additionalContext: optional.text,
};
const remark = {
  ...warning,
  /** The model gets the reason instead of the result. */
  decision: optional.block,
  reason: optional.text,
};
const goOn = {
  ...stopping,
  /** With a block, the agent continues, and the model gets the reason. */
  decision: optional.block,
  reason: optional.text,
};

/** Codex does not even parse what a hook prints at these events (observed). */
const unread = () => ({});

/** The fields of an answer to each event. */
const answerFields = {
  PreToolUse: () => ({
    ...warning,
    ...specificOutput("PreToolUse", {
      ...forModel,
      /** `allow` is valid only with `updatedInput`, and approves nothing. */
      permissionDecision: z.optional(z.enum(["allow", "deny"])),
      permissionDecisionReason: optional.text,
      /** All arguments, not only the changed ones. */
      updatedInput: optional.jsonObject,
    }),
  }),
  PermissionRequest: () => ({
    ...warning,
    ...specificOutput("PermissionRequest", {
      decision: z.optional(
        z.union([
          strictObject({ behavior: z.literal("allow") }),
          strictObject({ behavior: z.literal("deny"), message: optional.text }),
        ]),
      ),
    }),
  }),
  PostToolUse: () => ({ ...remark, ...specificOutput("PostToolUse", forModel) }),
  PreModelRequest: unread,
  PostModelRequest: unread,
  SessionStart: () => ({ ...stopping, ...specificOutput("SessionStart", forModel) }),
  UserPromptSubmit: () => ({ ...stopping, ...blocking, ...specificOutput("UserPromptSubmit", forModel) }),
  SubagentStart: () => ({ ...warning, ...specificOutput("SubagentStart", forModel) }),
  SubagentStop: () => goOn,
  Stop: () => goOn,
  PreCompact: () => stopping,
  PostCompact: () => stopping,
  Interrupt: () => warning,
  SessionEnd: () => warning,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Codex drops an answer with an unknown key (observed). */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Codex. There may be others. */
export interface CodexEvent extends TypeOf<typeof commonPayload>, OpenFields {}

/** The fields of each event in addition to `CodexEvent`. */
interface CodexPayloads extends TypesOf<typeof payloadFields> {}

/** What Codex writes to stdin at an event. */
export type CodexPayload<Event extends EventName> = CodexEvent & CodexPayloads[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Codex's format. Codex drops a whole answer with an unknown key. */
export type CodexAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Codex's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { codex: { UserPromptSubmit: ({ prompt }) => ({ decision: "block", reason: "not now" }) } }
 */
export interface CodexHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [CodexPayload<E>, CodexAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly codex?: CodexHandlers<Env>;
  }
}
