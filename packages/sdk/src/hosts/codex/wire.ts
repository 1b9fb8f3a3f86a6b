import * as z from "zod/mini";
import {
  answerSchemas,
  blocking,
  type Fields,
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
  /** Missing at the start and the end of a session. */
  turn_id: maybe.text,
  transcript_path: maybe.textOrNull,
  cwd: text,
  hook_event_name: text,
  model: maybe.text,
  /** `bypassPermissions` under the approval policy `never`. */
  permission_mode: maybe.text,
  /** Only in a sub-agent. */
  agent_id: maybe.text,
  agent_type: maybe.text,
};
const tool = {
  /** `Bash`, whatever the shell is. */
  tool_name: text,
  /** For `Bash` only the command, for `apply_patch` the patch as `command`. */
  tool_input: open,
  tool_use_id: maybe.text,
};
const ended = { stop_hook_active: maybe.flag, last_assistant_message: maybe.textOrNull };
const tokenUsage = () =>
  looseObject({
    input_tokens: maybe.number,
    cached_input_tokens: maybe.number,
    cache_write_input_tokens: maybe.number,
    output_tokens: maybe.number,
    reasoning_output_tokens: maybe.number,
    total_tokens: maybe.number,
  });

/** The fields of each event in addition to the common ones. */
export const payloadFields = {
  PreToolUse: () => tool,
  PermissionRequest: () => tool,
  PostToolUse: () => ({ ...tool, tool_response: maybe.anything }),
  PreModelRequest: () => ({}),
  PostModelRequest: () => ({
    /** `completed` or `failed` (observed). */
    status: text,
    error: maybe.textOrNull,
    /** `null` if the request failed. */
    token_usage: z.optional(z.nullable(tokenUsage())),
  }),
  SessionStart: () => ({ source: text }),
  UserPromptSubmit: () => ({ prompt: text }),
  SubagentStart: () => ({}),
  SubagentStop: () => ({ ...ended, agent_transcript_path: maybe.textOrNull }),
  Stop: () => ended,
  PreCompact: () => ({ trigger: text }),
  PostCompact: () => ({ trigger: text }),
  Interrupt: () => ({}),
  SessionEnd: () => ({ reason: maybe.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Codex writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const warning = {
  /** A warning for the user. */
  systemMessage: maybe.text,
};
const stopping = {
  ...warning,
  /** `false`: the agent stops, if the event can stop it. */
  continue: maybe.flag,
  /** The reason, shown to the user. */
  stopReason: maybe.text,
};
const forModel = {
  /** Text for the model. */
  additionalContext: maybe.text,
};
const remark = {
  ...warning,
  /** The model gets the reason instead of the result. */
  decision: maybe.block,
  reason: maybe.text,
};
const goOn = {
  ...stopping,
  /** With a block, the agent continues, and the model gets the reason. */
  decision: maybe.block,
  reason: maybe.text,
};

/** Codex does not even parse what a hook prints at these events (observed). */
const unread = () => ({});

/** The fields of an answer to each event. */
export const answerFields = {
  PreToolUse: () => ({
    ...warning,
    ...specificOutput("PreToolUse", {
      ...forModel,
      /** `allow` is valid only with `updatedInput`, and approves nothing. */
      permissionDecision: z.optional(z.enum(["allow", "deny"])),
      permissionDecisionReason: maybe.text,
      /** All arguments, not only the changed ones. */
      updatedInput: maybe.open,
    }),
  }),
  PermissionRequest: () => ({
    ...warning,
    ...specificOutput("PermissionRequest", {
      decision: z.optional(
        z.union([
          strictObject({ behavior: z.literal("allow") }),
          strictObject({ behavior: z.literal("deny"), message: maybe.text }),
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
