import * as z from "zod/mini";
import { optionalJsonObject } from "./json-object.js";
import { optionalString } from "./optional.js";

/** A tool as the model sees it: `{type: "function", function: {name, description, parameters}}`. */
export const toolDefinition = z.looseObject({
  type: optionalString,
  function: z.looseObject({ name: z.string(), description: optionalString, parameters: optionalJsonObject }),
});
export type ToolDefinition = z.infer<typeof toolDefinition>;
