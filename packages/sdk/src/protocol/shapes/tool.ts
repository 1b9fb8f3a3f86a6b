import * as z from "zod/mini";
import { didYouMean } from "../../text/did-you-mean.js";
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

const RESULT_KEYS: readonly string[] = Object.keys(toolResult.shape);

/**
 * Returns what is wrong with a result that a hook answers instead of a tool, or `undefined`: no text, or a key that the
 * host ignores. Does not judge the case of keys.
 */
export function toolResultProblem(result: Readonly<Record<string, unknown>>): string | undefined {
  const keys = Object.keys(result);
  const unknown = keys.find((key) => !RESULT_KEYS.includes(key.toLowerCase()));
  const unknownText = unknown === undefined ? "" : `unknown key "${unknown}"${didYouMean(unknown, RESULT_KEYS)}`;
  const hasText = keys.some(
    (key) => key.toLowerCase() === "for_llm" && result[key] !== undefined && result[key] !== null,
  );
  if (!hasText) {
    const hint = unknownText === "" ? "" : `; ${unknownText}`;
    return `its "result" has no "for_llm": the model reads an empty text${hint}`;
  }
  return unknownText === "" ? undefined : `its "result" has an ${unknownText}: the host ignores it`;
}
