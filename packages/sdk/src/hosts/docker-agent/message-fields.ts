import * as z from "zod/mini";

/** What docker-agent knows of a message; one field of a wrong type, and it reads nothing of an answer. */
export function messageFields() {
  const text = z.optional(z.string());
  const flag = z.optional(z.boolean());
  const requestedFunction = z.looseObject({ name: text, arguments: text });
  return {
    role: z.string(),
    content: text,
    multi_content: z.optional(z.array(z.looseObject({ type: text, text }))),
    reasoning_content: text,
    thinking_signature: text,
    thought_signature: text,
    function_call: z.optional(requestedFunction),
    tool_calls: z.optional(z.array(z.looseObject({ id: text, type: text, function: z.optional(requestedFunction) }))),
    tool_definitions: z.optional(z.array(z.looseObject({ name: text }))),
    tool_call_id: text,
    is_error: flag,
    created_at: text,
    usage: z.optional(z.record(z.string(), z.unknown())),
    model: text,
    cost: z.optional(z.number()),
    finish_reason: text,
    cache_control: flag,
  };
}
