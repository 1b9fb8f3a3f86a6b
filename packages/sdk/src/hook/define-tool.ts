import type { ToolContext } from "./context.js";
import type { Approver } from "./handlers.js";
import type { ToolResult } from "./message.js";
import type { Schema } from "./schema.js";

/** What `run` returns: text for the model, or a complete result. */
export type ToolReply = string | ToolResult;

/** The argument of `defineTool`. */
export interface ToolDefinition<Args, Value, Env> {
  /** The name that the model calls: 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string;
  readonly description: string;
  /** The arguments. The model writes the schema's input, `run` receives its output. */
  readonly input: Schema<Args, Record<string, unknown>>;
  /**
   * If present, `run` returns the schema's input, and the model reads the schema's output as JSON text. If the output
   * is an object, an MCP client also receives it as structured content, and its JSON Schema in the list of tools.
   */
  readonly output?: Schema<unknown, Value>;
  /**
   * `true`: `run` returns `content`. A host that asks the hook before it calls the hook's MCP server then gets the
   * result from the server. Such a result can contain images, audio and resources, but not `forUser`, `media` or
   * `responseHandled`. Default: `false`.
   *
   * @example
   * defineTool({
   *   name: "draw",
   *   description: "Draws a chart",
   *   input: z.object({}),
   *   content: true,
   *   run: () => ({ forLlm: "the chart", content: [{ type: "image", data: base64, mimeType: "image/png" }] }),
   * });
   */
  readonly content?: boolean;
  /** The tool's own settings from environment variables. */
  readonly env?: Schema<Env>;
  /** Runs after the hook's `approveTool`, with the parsed arguments. Returning nothing denies the call. */
  readonly approve?: Approver<Args, Env>;
  readonly run: (args: Args, context: ToolContext<Env>) => NoInfer<Value> | Promise<NoInfer<Value>>;
}

/** A tool that a hook provides. */
export interface Tool<Args = never> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly output?: Schema;
  readonly content?: boolean;
  readonly env?: Schema;
  readonly approve?: Approver<Args, never>;
  readonly run: (args: Args, context: ToolContext<never>) => unknown;
}

/**
 * Returns the tool unchanged, with its types inferred. If arguments do not match `input`, the model receives an error
 * and can correct them. `run` receives only valid arguments.
 *
 * @example
 * const getWeather = defineTool({
 *   name: "get_weather",
 *   description: "Current weather for a city",
 *   input: z.object({ city: z.string() }),
 *   run: ({ city }) => `${city}: sunny, 15 °C`,
 * });
 */
export function defineTool<Args, Value = ToolReply, Env = {}>(tool: ToolDefinition<Args, Value, Env>): Tool<Args> {
  return tool as Tool<Args>;
}

/** Thrown by `run` to tell the model what went wrong. The text of any other error appears only on stderr. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
