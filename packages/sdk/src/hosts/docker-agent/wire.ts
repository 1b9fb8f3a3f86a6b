import * as z from "zod/mini";
import {
  type Fields,
  looseObject,
  optional,
  payloadSchemas,
  strictObject,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/** The fields of a message in docker-agent. If one has the wrong type, docker-agent ignores the whole answer. */
export function messageFields() {
  const requestedFunction = looseObject({ name: optional.text, arguments: optional.text });
  return {
    role: text,
    content: text,
    multi_content: z.optional(z.array(looseObject({ type: optional.text, text: optional.text }))),
    reasoning_content: optional.text,
    thinking_signature: optional.text,
    thought_signature: optional.text,
    function_call: z.optional(requestedFunction),
    tool_calls: z.optional(
      z.array(looseObject({ id: optional.text, type: optional.text, function: z.optional(requestedFunction) })),
    ),
    tool_definitions: z.optional(z.array(looseObject({ name: optional.text }))),
    tool_call_id: optional.text,
    is_error: optional.flag,
    created_at: optional.text,
    usage: optional.jsonObject,
    model: optional.text,
    cost: optional.number,
    finish_reason: optional.text,
    cache_control: optional.flag,
  };
}

/** Fields of every payload. Empty fields are left out. */
export const commonPayload = {
  session_id: text,
  cwd: text,
  hook_event_name: text,
  agent_name: optional.text,
};
const tool = {
  tool_name: text,
  tool_use_id: optional.text,
  /** Missing if there are no arguments, or if they are not a JSON object. */
  tool_input: optional.jsonObject,
  tool_category: optional.text,
  safety_policy: optional.text,
};
const outcome = { ...tool, tool_response: optional.text, tool_error: optional.flag };
const prompt = { prompt: optional.text };

/** The fields of each event in addition to the common ones, for the events that have any. */
export const payloadFields = {
  pre_tool_use: () => tool,
  permission_request: () => tool,
  tool_response_transform: () => outcome,
  post_tool_use: () => outcome,
  tool_input_transform: () => tool,
  tool_guard: () => tool,
  before_llm_call: () => ({
    model_id: optional.text,
    /** Counts from 1. */
    iteration: optional.number,
    messages: z.optional(z.array(looseObject({ ...messageFields(), content: optional.text }))),
  }),
  after_llm_call: () => ({
    model_id: optional.text,
    last_user_message: optional.text,
    stop_response: optional.text,
    usage: optional.jsonObject,
    cost: optional.number,
  }),
  user_prompt_submit: () => prompt,
  user_followup_submit: () => prompt,
  user_steering_messages_submit: () => ({ steering_messages: z.optional(z.array(text)) }),
  on_tool_approval_decision: () => ({
    ...tool,
    approval_decision: optional.text,
    approval_source: optional.text,
    safety_label: optional.text,
  }),
} satisfies { readonly [Event in EventName]?: () => Fields };

/** Returns the schema of what docker-agent writes to stdin at an event. */
export const payloadSchema = payloadSchemas<EventName>(commonPayload, payloadFields);

const messages = () => z.array(looseObject(messageFields()));

const specific = {
  hook_event_name: optional.text,
  permission_decision: z.optional(z.enum(["allow", "ask", "deny"])),
  permission_decision_reason: optional.text,
  /** All arguments, not only the changed ones. */
  updated_input: optional.jsonObject,
  /** The whole conversation; an empty one changes nothing. */
  updated_messages: z.optional(z.lazy(messages)),
  updated_tool_response: optional.text,
  additional_context: optional.text,
  summary: optional.text,
  metadata: z.optional(z.record(text, text)),
};

/** The fields of an answer to any event. */
export const answerFields = {
  continue: optional.flag,
  stop_reason: optional.text,
  suppress_output: optional.flag,
  /** A warning for the user. */
  system_message: optional.text,
  decision: optional.block,
  reason: optional.text,
  hook_specific_output: z.optional(strictObject(specific)),
};

/**
 * The schema of an answer. docker-agent treats an answer with a wrong type or a misspelled value as plain text and
 * continues (observed), so only answers that match are sent.
 */
export const answerSchema = strictObject(answerFields);
