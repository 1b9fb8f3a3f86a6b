import * as z from "zod/mini";
import { optionalBoolean, optionalJsonObject, optionalString, optionalStrings } from "./fields.js";

/** A tool as the model sees it: `{type: "function", function: {name, description, parameters}}`. */
export const toolDefinition = z.looseObject({
  type: optionalString,
  function: z.looseObject({ name: z.string(), description: optionalString, parameters: optionalJsonObject }),
});
export type ToolDefinition = z.infer<typeof toolDefinition>;

/**
 * The result of a tool. The model receives `for_llm` unchanged, the user receives `for_user`. If a field has the wrong
 * type, such as `for_llm: 12`, the host skips the hook's whole answer (observed).
 */
export const toolResult = z.looseObject({
  for_llm: optionalString,
  for_user: optionalString,
  silent: optionalBoolean,
  is_error: optionalBoolean,
  async: optionalBoolean,
  media: optionalStrings,
  artifact_tags: optionalStrings,
  response_handled: optionalBoolean,
});
export type ToolResult = z.infer<typeof toolResult>;
