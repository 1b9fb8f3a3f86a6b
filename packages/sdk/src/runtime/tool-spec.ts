import type { Tool } from "../hook/define-tool.js";
import type { ToolSpec } from "../hook/message.js";
import { DefinitionError } from "./definition-rules.js";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.js";

/** Describes a tool to the model. Throws `DefinitionError` if its input cannot be expressed in JSON Schema. */
export function toolSpec(tool: Tool): ToolSpec {
  const { $schema: _dialect, ...parameters } = inputSchema(tool);
  return { name: tool.name, description: tool.description, parameters };
}

/** Returns the JSON Schema of a tool's arguments, with `$schema`: MCP clients read it, but models do not need it. */
export function inputSchema(tool: Tool): JsonSchema {
  let schema: JsonSchema;
  try {
    schema = jsonSchemaOf(tool.input, "input");
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new DefinitionError(`tool "${tool.name}": its input cannot be written as JSON Schema: ${detail}`, { cause });
  }
  // Models require an object at the top level, and the schema of a union of objects lacks `type`.
  if (schema.type === undefined && (schema.anyOf ?? schema.oneOf ?? schema.allOf)) {
    return { type: "object", ...schema };
  }
  if (schema.type === "object") return schema;
  throw new DefinitionError(`tool "${tool.name}": its input must be an object schema, such as z.object({ ... })`);
}

/** Returns the JSON Schema of a tool's results, or `undefined` if it cannot be expressed or is not for an object. */
export function outputSchema({ output }: Tool): JsonSchema | undefined {
  if (output === undefined) return undefined;
  try {
    const schema = jsonSchemaOf(output, "output");
    return schema.type === "object" ? schema : undefined;
  } catch {
    return undefined;
  }
}
