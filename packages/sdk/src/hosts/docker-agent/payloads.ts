import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";
import { messageFields } from "./message-fields.js";

const text = z.string();
const flag = z.boolean();
const number = z.number();
const anything = z.record(z.string(), z.unknown());

/** In every payload. Fields that are empty are left out. */
const common = {
  session_id: text,
  cwd: text,
  hook_event_name: text,
  agent_name: z.optional(text),
};
const tool = {
  tool_name: text,
  tool_use_id: z.optional(text),
  /** Missing for no arguments and for such as are no JSON object. */
  tool_input: z.optional(anything),
  tool_category: z.optional(text),
  safety_policy: z.optional(text),
};
const outcome = { ...tool, tool_response: z.optional(text), tool_error: z.optional(flag) };

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
      model_id: z.optional(text),
      iteration: z.optional(number),
      messages: z.optional(z.array(z.looseObject(messageFields()))),
    }),
  after_llm_call: () =>
    z.looseObject({
      ...common,
      model_id: z.optional(text),
      last_user_message: z.optional(text),
      stop_response: z.optional(text),
      usage: z.optional(anything),
      cost: z.optional(number),
    }),
  user_prompt_submit: () => z.looseObject({ ...common, prompt: z.optional(text) }),
  user_followup_submit: () => z.looseObject({ ...common, prompt: z.optional(text) }),
  on_tool_approval_decision: () =>
    z.looseObject({
      ...common,
      ...tool,
      approval_decision: z.optional(text),
      approval_source: z.optional(text),
      safety_label: z.optional(text),
    }),
});

const others = z.looseObject(common);

/** The schema of what docker-agent writes to stdin at an event. */
export function payloadSchema(event: EventName): z.ZodMiniType {
  return Object.hasOwn(full, event) ? full[event as keyof typeof full] : others;
}
