/** What a tool of the host returns if it runs. */
export interface ToolResultInput {
  readonly forLlm: string;
  readonly forUser?: string;
  readonly isError?: boolean;
}

/** A tool call of the model. */
export interface ToolInput {
  /** The host's name for the tool. */
  readonly tool: string;
  /** Default `{}`. */
  readonly arguments?: unknown;
  /**
   * What the tool returns if it runs, or a function that is called with the final arguments. A function that throws is
   * a tool that fails. Default `"ok"`.
   */
  readonly result?: ToolResult | ((args: Readonly<Record<string, unknown>>) => ToolResult | Promise<ToolResult>);
}
type ToolResult = string | ToolResultInput;

/** A call of the model. */
export interface LlmInput {
  /** The user's text. Default `"hello"`. */
  readonly prompt?: string;
  /** The model's reply. Default `"hi"`. Only PicoClaw passes on more than its text. */
  readonly reply?: string | LlmReplyInput;
}

/** A reply of the model. */
export interface LlmReplyInput {
  readonly content: string;
  readonly reasoning?: string;
  /** The tools that it calls, by name. */
  readonly toolCalls?: readonly string[];
}

/** Runs a tool of the host. Never rejects. */
export async function runTool({ result = "ok" }: ToolInput, args: unknown): Promise<ToolResultInput> {
  try {
    const returned = typeof result === "function" ? await result(args as Readonly<Record<string, unknown>>) : result;
    return typeof returned === "string" ? { forLlm: returned } : returned;
  } catch (error) {
    return { forLlm: error instanceof Error ? error.message : String(error), isError: true };
  }
}
