import * as z from "zod/mini";
import { messageFields } from "./message-fields.js";

const text = z.optional(z.string());

const messages = () => z.array(z.looseObject({ ...messageFields(), content: z.string() }));

const specific = z.strictObject({
  hook_event_name: text,
  permission_decision: z.optional(z.enum(["allow", "ask", "deny"])),
  permission_decision_reason: text,
  updated_input: z.optional(z.record(z.string(), z.unknown())),
  updated_messages: z.optional(z.lazy(messages)),
  updated_tool_response: text,
  additional_context: text,
  summary: text,
  metadata: z.optional(z.record(z.string(), z.string())),
});

/**
 * What a hook may answer. docker-agent itself takes a wrong type or a misspelt value for text and goes on (run), so
 * nothing goes out that this does not take.
 */
export const answerSchema = z.strictObject({
  continue: z.optional(z.boolean()),
  stop_reason: text,
  suppress_output: z.optional(z.boolean()),
  system_message: text,
  decision: z.optional(z.literal("block")),
  reason: text,
  hook_specific_output: z.optional(specific),
});
