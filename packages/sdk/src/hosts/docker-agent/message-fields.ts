import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";

/** The fields of a message in docker-agent. If one has the wrong type, docker-agent ignores the whole answer. */
export function messageFields() {
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
