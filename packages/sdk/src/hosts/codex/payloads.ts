import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

const text = z.string();
const maybe = z.optional;
const path = maybe(z.nullable(text));

/** In every payload. */
const common = {
  session_id: text,
  turn_id: maybe(text),
  transcript_path: path,
  cwd: text,
  hook_event_name: text,
  model: maybe(text),
  permission_mode: maybe(text),
  agent_id: maybe(text),
  agent_type: maybe(text),
};
const tool = { tool_name: text, tool_input: z.record(z.string(), z.unknown()), tool_use_id: maybe(text) };
const ended = { stop_hook_active: maybe(z.boolean()), last_assistant_message: maybe(z.nullable(text)) };

const of = (fields: Record<string, z.ZodMiniType>) => () => z.looseObject({ ...common, ...fields });

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  PreToolUse: of(tool),
  PermissionRequest: of(tool),
  PostToolUse: of({ ...tool, tool_response: maybe(z.unknown()) }),
  SessionStart: of({ source: text }),
  UserPromptSubmit: of({ prompt: text }),
  SubagentStart: of({}),
  SubagentStop: of({ ...ended, agent_transcript_path: path }),
  Stop: of(ended),
  PreCompact: of({ trigger: text }),
  PostCompact: of({ trigger: text }),
  Interrupt: of({}),
  SessionEnd: of({ reason: maybe(text) }),
});

/** The schema of what Codex writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
