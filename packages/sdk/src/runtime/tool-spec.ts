import * as z from "zod/mini";
import type { Tool } from "../hook/define-tool.js";
import type { ToolSpec } from "../hook/message.js";
import type { Schema } from "../hook/schema.js";
import { DefinitionError } from "./definition-rules.js";

type JsonSchema = Record<string, unknown>;
type Write = (options: { target: "draft-2020-12" }) => JsonSchema;
interface WithJsonSchema {
  readonly "~standard": { readonly jsonSchema?: { readonly input: Write; readonly output: Write } };
}

/** What the model is told of a tool. Throws `DefinitionError` where the input cannot be said in JSON Schema. */
export function toolSpec(tool: Tool): ToolSpec {
  const { $schema: _dialect, ...parameters } = inputSchema(tool);
  return { name: tool.name, description: tool.description, parameters };
}

/** The schema of a tool's arguments with its dialect: MCP clients read that, and models have no use for it. */
export function inputSchema(tool: Tool): JsonSchema {
  let written: JsonSchema;
  try {
    written = writtenSchema(tool.input, "input");
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new DefinitionError(`tool "${tool.name}": its input cannot be written as JSON Schema: ${detail}`, { cause });
  }
  // Models want an object at the top; a union of objects does not say that it is one.
  if (written.type === undefined && (written.anyOf ?? written.oneOf ?? written.allOf)) {
    return { type: "object", ...written };
  }
  if (written.type === "object") return written;
  throw new DefinitionError(`tool "${tool.name}": its input must be an object schema, such as z.object({ ... })`);
}

/** What a tool's results look like, where they are objects and JSON Schema can say it; else the text has to do. */
export function outputSchema({ output }: Tool): JsonSchema | undefined {
  if (output === undefined) return undefined;
  try {
    const schema = writtenSchema(output, "output");
    return schema.type === "object" ? schema : undefined;
  } catch {
    return undefined;
  }
}

function writtenSchema(schema: Schema, io: "input" | "output"): JsonSchema {
  const own = (schema as WithJsonSchema)["~standard"].jsonSchema;
  if (own !== undefined) return own[io]({ target: "draft-2020-12" });
  if (schema["~standard"].vendor !== "zod")
    throw new Error(`${schema["~standard"].vendor} schemas offer no JSON Schema`);
  return z.toJSONSchema(schema as unknown as z.ZodMiniType, { io }) as JsonSchema;
}
