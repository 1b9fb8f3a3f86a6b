import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import type { EventName } from "./events.js";

/** The fields of a message in docker-agent. If one has the wrong type, docker-agent ignores the whole answer. */
function messageFields() {
  const requestedFunction = z.looseObject({ name: maybe.text, arguments: maybe.text });
  return {
    role: text,
    content: maybe.text,
    multi_content: z.optional(z.array(z.looseObject({ type: maybe.text, text: maybe.text }))),
    reasoning_content: maybe.text,
    thinking_signature: maybe.text,
    thought_signature: maybe.text,
    function_call: z.optional(requestedFunction),
    tool_calls: z.optional(
      z.array(z.looseObject({ id: maybe.text, type: maybe.text, function: z.optional(requestedFunction) })),
    ),
    tool_definitions: z.optional(z.array(z.looseObject({ name: maybe.text }))),
    tool_call_id: maybe.text,
    is_error: maybe.flag,
    created_at: maybe.text,
    usage: maybe.open,
    model: maybe.text,
    cost: maybe.number,
    finish_reason: maybe.text,
    cache_control: maybe.flag,
  };
}

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

const messages = () => z.array(z.looseObject({ ...messageFields(), content: text }));

const specific = z.strictObject({
  hook_event_name: maybe.text,
  permission_decision: z.optional(z.enum(["allow", "ask", "deny"])),
  permission_decision_reason: maybe.text,
  updated_input: maybe.open,
  updated_messages: z.optional(z.lazy(messages)),
  updated_tool_response: maybe.text,
  additional_context: maybe.text,
  summary: maybe.text,
  metadata: z.optional(z.record(text, text)),
});

/**
 * The schema of an answer. docker-agent takes a wrong type or a misspelt value for plain text and goes on (observed),
 * so only answers that match are sent.
 */
export const answerSchema = z.strictObject({
  continue: maybe.flag,
  stop_reason: maybe.text,
  suppress_output: maybe.flag,
  system_message: maybe.text,
  decision: maybe.block,
  reason: maybe.text,
  hook_specific_output: z.optional(specific),
});
