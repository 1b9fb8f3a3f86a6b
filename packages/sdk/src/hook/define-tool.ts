import type { ToolContext } from "./context.js";
import type { Approver } from "./handlers.js";
import type { ToolResult } from "./message.js";
import type { Schema } from "./schema.js";

/** What `run` returns: text for the model, or a whole result. */
export type ToolReply = string | ToolResult;

/** What an author writes. */
export interface ToolDefinition<Args, Value, Env> {
  /** The name the model calls; letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** The arguments. The model writes the input side, `run` gets the output side. */
  readonly input: Schema<Args, Record<string, unknown>>;
  /**
   * If given, `run` returns its input side, and the model reads the output side as JSON text. An MCP client gets an object
   * as structured content too, and its schema with the tool.
   */
  readonly output?: Schema<unknown, Value>;
  /** The tool's own settings from environment variables. */
  readonly env?: Schema<Env>;
  /** Asked after the hook's `approveTool`, with the parsed arguments; nothing returned is a refusal. */
  readonly approve?: Approver<Args, Env>;
  readonly run: (args: Args, context: ToolContext<Env>) => NoInfer<Value> | Promise<NoInfer<Value>>;
}

/** A tool that a hook brings. */
export interface Tool<Args = never> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly output?: Schema;
  readonly env?: Schema;
  readonly approve?: Approver<Args, never>;
  readonly run: (args: Args, context: ToolContext<never>) => unknown;
}

/**
 * Types a tool; returns it as it is. Arguments that do not fit `input` are answered to the model, which can correct
 * them; `run` sees only good ones.
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

/** Thrown by `run` to tell the model what went wrong; the text of any other throw stays on stderr. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
