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

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
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
  return schemas[event];
}
