import * as z from "zod/mini";
import { maybe, open, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";
import { responseFields } from "./response-fields.js";

/** Fields of every payload. */
const common = { session_id: text, transcript_path: text, cwd: text, hook_event_name: text, timestamp: text };
const tool = () => ({
  tool_name: text,
  tool_input: open,
  mcp_context: z.optional(z.looseObject({ server_name: text, tool_name: text })),
  original_request_name: maybe.text,
});
const request = () => ({
  llm_request: z.looseObject({
    model: text,
    messages: z.array(z.looseObject({ role: text, content: text })),
    config: maybe.open,
  }),
});

const schemas = lazily<Readonly<Record<EventName, z.ZodMiniType>>>({
  BeforeTool: () => z.looseObject({ ...common, ...tool() }),
  AfterTool: () =>
    z.looseObject({
      ...common,
      ...tool(),
      tool_response: z.looseObject({
        llmContent: maybe.anything,
        returnDisplay: maybe.anything,
        error: maybe.anything,
      }),
    }),
  BeforeModel: () => z.looseObject({ ...common, ...request() }),
  AfterModel: () => z.looseObject({ ...common, ...request(), llm_response: z.looseObject(responseFields(0)) }),
  BeforeToolSelection: () => z.looseObject({ ...common, ...request() }),
  BeforeAgent: () => z.looseObject({ ...common, prompt: text }),
  AfterAgent: () => z.looseObject({ ...common, prompt: text, prompt_response: text, stop_hook_active: maybe.flag }),
  SessionStart: () => z.looseObject({ ...common, source: text }),
  SessionEnd: () => z.looseObject({ ...common, reason: text }),
  PreCompress: () => z.looseObject({ ...common, trigger: text }),
  Notification: () => z.looseObject({ ...common, notification_type: text, message: text, details: maybe.open }),
});

/** Returns the schema of what Gemini CLI writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return schemas[event];
}
