import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";
import { messageFields } from "./message-fields.js";

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
