import * as z from "zod/mini";
import {
  type Fields,
  looseObject,
  maybe,
  payloadSchemas,
  strictObject,
  text,
} from "../../command-hook/field-schemas.js";
import type { EventName } from "./events.js";

/** The fields of a message in docker-agent. If one has the wrong type, docker-agent ignores the whole answer. */
export function messageFields() {
  const requestedFunction = looseObject({ name: maybe.text, arguments: maybe.text });
  return {
    role: text,
    content: text,
    multi_content: z.optional(z.array(looseObject({ type: maybe.text, text: maybe.text }))),
    reasoning_content: maybe.text,
    thinking_signature: maybe.text,
    thought_signature: maybe.text,
    function_call: z.optional(requestedFunction),
    tool_calls: z.optional(
      z.array(looseObject({ id: maybe.text, type: maybe.text, function: z.optional(requestedFunction) })),
    ),
    tool_definitions: z.optional(z.array(looseObject({ name: maybe.text }))),
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
export const commonPayload = {
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
const prompt = { prompt: maybe.text };

/** The fields of each event in addition to the common ones, for the events that have any. */
export const payloadFields = {
  pre_tool_use: () => tool,
  permission_request: () => tool,
  tool_response_transform: () => outcome,
  post_tool_use: () => outcome,
  tool_input_transform: () => tool,
  tool_guard: () => tool,
  before_llm_call: () => ({
    model_id: maybe.text,
    /** Counts from 1. */
    iteration: maybe.number,
    messages: z.optional(z.array(looseObject({ ...messageFields(), content: maybe.text }))),
  }),
  after_llm_call: () => ({
    model_id: maybe.text,
    last_user_message: maybe.text,
    stop_response: maybe.text,
    usage: maybe.open,
    cost: maybe.number,
  }),
  user_prompt_submit: () => prompt,
  user_followup_submit: () => prompt,
  user_steering_messages_submit: () => ({ steering_messages: z.optional(z.array(text)) }),
  on_tool_approval_decision: () => ({
    ...tool,
    approval_decision: maybe.text,
    approval_source: maybe.text,
    safety_label: maybe.text,
  }),
} satisfies { readonly [Event in EventName]?: () => Fields };

/** Returns the schema of what docker-agent writes to stdin at an event. */
export const payloadSchema = payloadSchemas<EventName>(commonPayload, payloadFields);

const messages = () => z.array(looseObject(messageFields()));

const specific = {
  hook_event_name: maybe.text,
  permission_decision: z.optional(z.enum(["allow", "ask", "deny"])),
  permission_decision_reason: maybe.text,
  /** All arguments, not only the changed ones. */
  updated_input: maybe.open,
  /** The whole conversation; an empty one changes nothing. */
  updated_messages: z.optional(z.lazy(messages)),
  updated_tool_response: maybe.text,
  additional_context: maybe.text,
  summary: maybe.text,
  metadata: z.optional(z.record(text, text)),
};

/** The fields of an answer to any event. */
export const answerFields = {
  continue: maybe.flag,
  stop_reason: maybe.text,
  suppress_output: maybe.flag,
  /** A warning for the user. */
  system_message: maybe.text,
  decision: maybe.block,
  reason: maybe.text,
  hook_specific_output: z.optional(strictObject(specific)),
};

/**
 * The schema of an answer. docker-agent treats an answer with a wrong type or a misspelt value as plain text and
 * continues (observed), so only answers that match are sent.
 */
export const answerSchema = strictObject(answerFields);
