import * as z from "zod/mini";
import { maybe, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
const common = {
  session_id: text,
  turn_id: maybe.text,
  transcript_path: maybe.textOrNull,
  cwd: text,
  hook_event_name: text,
  model: maybe.text,
  permission_mode: maybe.text,
  agent_id: maybe.text,
  agent_type: maybe.text,
};
const tool = { tool_name: text, tool_input: open, tool_use_id: maybe.text };
const ended = { stop_hook_active: maybe.flag, last_assistant_message: maybe.textOrNull };

const of = (fields: Record<string, z.ZodMiniType>) => () => z.looseObject({ ...common, ...fields });

const payloadSchemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  PreToolUse: of(tool),
  PermissionRequest: of(tool),
  PostToolUse: of({ ...tool, tool_response: maybe.anything }),
  PreModelRequest: of({}),
  PostModelRequest: of({ status: text, error: maybe.textOrNull, token_usage: z.optional(z.nullable(open)) }),
  SessionStart: of({ source: text }),
  UserPromptSubmit: of({ prompt: text }),
  SubagentStart: of({}),
  SubagentStop: of({ ...ended, agent_transcript_path: maybe.textOrNull }),
  Stop: of(ended),
  PreCompact: of({ trigger: text }),
  PostCompact: of({ trigger: text }),
  Interrupt: of({}),
  SessionEnd: of({ reason: maybe.text }),
});

/** Returns the schema of what Codex writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return payloadSchemas[event];
}

const warning = { systemMessage: maybe.text };
const stopping = { continue: maybe.flag, stopReason: maybe.text };
const blocking = { decision: maybe.block, reason: maybe.text };

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** Fields that only one event has; for most events, text for the model. */
const specific = (event: EventName, fields: Fields = { additionalContext: maybe.text }) => ({
  hookSpecificOutput: z.optional(z.strictObject({ hookEventName: z.literal(event), ...fields })),
});
const answer = (fields: Fields) => z.strictObject({ ...warning, ...fields });

/** Codex does not even parse what a hook prints at these events (observed). */
const unread = () => z.strictObject({});

const answerSchemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  PreToolUse: () =>
    answer(
      specific("PreToolUse", {
        additionalContext: maybe.text,
        permissionDecision: z.optional(z.enum(["allow", "deny"])),
        permissionDecisionReason: maybe.text,
        updatedInput: maybe.open,
      }),
    ),
  PermissionRequest: () =>
    answer(
      specific("PermissionRequest", {
        decision: z.optional(
          z.union([
            z.strictObject({ behavior: z.literal("allow") }),
            z.strictObject({ behavior: z.literal("deny"), message: maybe.text }),
          ]),
        ),
      }),
    ),
  PostToolUse: () => answer({ ...blocking, ...specific("PostToolUse") }),
  PreModelRequest: unread,
  PostModelRequest: unread,
  SessionStart: () => answer({ ...stopping, ...specific("SessionStart") }),
  UserPromptSubmit: () => answer({ ...stopping, ...blocking, ...specific("UserPromptSubmit") }),
  SubagentStart: () => answer(specific("SubagentStart")),
  SubagentStop: () => answer({ ...stopping, ...blocking }),
  Stop: () => answer({ ...stopping, ...blocking }),
  PreCompact: () => answer(stopping),
  PostCompact: () => answer(stopping),
  Interrupt: () => answer({}),
  SessionEnd: () => answer({}),
});

/** Returns the schema of an answer to an event. With one unknown key in the answer, the tool runs (observed). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return answerSchemas[event];
}
