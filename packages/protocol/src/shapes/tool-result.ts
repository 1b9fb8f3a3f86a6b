import * as z from "zod/mini";
import { optionalBoolean, optionalString, optionalStrings } from "./optional.js";

/**
 * What a tool answers. `for_llm` reaches the model as it is, `for_user` the user. A wrong type inside, such as
 * `for_llm: 12`, makes the host skip the whole answer of the hook (run).
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
