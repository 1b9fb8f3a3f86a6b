import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";
import { messageFields } from "./message-fields.js";

/** Fields of every payload. Empty fields are left out. */
const common = {
  session_id: text,
  cwd: text,
  hook_event_name: text,
  agent_name: maybe.text,
};
const tool = {
  tool_name: text,
  tool_use_id: maybe.text,
  /** Missing if there are no arguments, or if they are not a JSON object. */
  tool_input: maybe.open,
  tool_category: maybe.text,
  safety_policy: maybe.text,
};
const outcome = { ...tool, tool_response: maybe.text, tool_error: maybe.flag };

const full = lazily({
  pre_tool_use: () => z.looseObject({ ...common, ...tool }),
  permission_request: () => z.looseObject({ ...common, ...tool }),
  tool_response_transform: () => z.looseObject({ ...common, ...outcome }),
  post_tool_use: () => z.looseObject({ ...common, ...outcome }),
  tool_input_transform: () => z.looseObject({ ...common, ...tool }),
  tool_guard: () => z.looseObject({ ...common, ...tool }),
  before_llm_call: () =>
    z.looseObject({
      ...common,
      model_id: maybe.text,
      iteration: maybe.number,
      messages: z.optional(z.array(z.looseObject(messageFields()))),
    }),
  after_llm_call: () =>
    z.looseObject({
      ...common,
      model_id: maybe.text,
      last_user_message: maybe.text,
      stop_response: maybe.text,
      usage: maybe.open,
      cost: maybe.number,
    }),
  user_prompt_submit: () => z.looseObject({ ...common, prompt: maybe.text }),
  user_followup_submit: () => z.looseObject({ ...common, prompt: maybe.text }),
  on_tool_approval_decision: () =>
    z.looseObject({
      ...common,
      ...tool,
      approval_decision: maybe.text,
      approval_source: maybe.text,
      safety_label: maybe.text,
    }),
});

const others = z.looseObject(common);

/** Returns the schema of what docker-agent writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return Object.hasOwn(full, event) ? full[event as keyof typeof full] : others;
}
