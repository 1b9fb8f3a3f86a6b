import * as z from "zod/mini";
import { optionalJsonObject, optionalString, optionalStrings } from "./fields.js";

/**
 * A tool call by the model. `function.arguments` is JSON text. The call is complete in the history of
 * `hook.before_llm`, but only `{id}` in the reply of `hook.after_llm` (observed on v0.2.6 to v0.2.9).
 */
export const toolCall = z.looseObject({
  id: optionalString,
  type: optionalString,
  function: z.nullish(z.looseObject({ name: optionalString, arguments: optionalString })),
  extra_content: optionalJsonObject,
});
export type ToolCall = z.infer<typeof toolCall>;

const attachment = z.looseObject({
  type: optionalString,
  ref: optionalString,
  url: optionalString,
  filename: optionalString,
  content_type: optionalString,
});
export type Attachment = z.infer<typeof attachment>;

const systemPart = z.looseObject({
  type: optionalString,
  text: optionalString,
  cache_control: z.nullish(z.looseObject({ type: optionalString })),
});
export type SystemPart = z.infer<typeof systemPart>;

/** A message of the conversation. Unknown fields belong to the host and must survive a `modify`. */
export const message = z.looseObject({
  role: z.string(),
  content: optionalString,
  model_name: optionalString,
  created_at: optionalString,
  media: optionalStrings,
  attachments: z.nullish(z.array(attachment)),
  reasoning_content: optionalString,
  system_parts: z.nullish(z.array(systemPart)),
  tool_calls: z.nullish(z.array(toolCall)),
  tool_call_id: optionalString,
});
export type Message = z.infer<typeof message>;
