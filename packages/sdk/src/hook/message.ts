/** A message of the conversation. `{ ...message, content }` keeps the fields that only the host knows. */
export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly modelName?: string;
  readonly createdAt?: string;
  /** References such as `media://abc123`. */
  readonly media?: readonly string[];
  readonly attachments?: readonly Attachment[];
  readonly reasoning?: string;
  readonly systemParts?: readonly SystemPart[];
  /** The tool calls of an assistant message. */
  readonly toolCalls?: readonly RequestedCall[];
  /** In a tool message: the id of the call that it answers. */
  readonly toolCallId?: string;
}

/** A file that is attached to a message. */
export interface Attachment {
  readonly type?: string;
  readonly ref?: string;
  readonly url?: string;
  readonly filename?: string;
  readonly contentType?: string;
}

/** A part of a system message, with the host's cache control. */
export interface SystemPart {
  readonly type: string;
  readonly text: string;
  readonly cacheControl?: Readonly<Record<string, unknown>>;
}

/** A tool call that the model requested. */
export interface RequestedCall {
  readonly id: string;
  /** Missing if the host sends only the id, as PicoClaw does in `afterLlm`. */
  readonly name?: string;
  /** The JSON text that the model wrote. */
  readonly arguments?: string;
}

/** A tool that the model may call. */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. Its keys are never renamed. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Options of the model call, with the host's own names (`max_tokens`, `temperature`...). */
export type LlmOptions = Readonly<Record<string, unknown>>;

/** The result of a tool. */
export interface ToolResult {
  /** The text that the model reads. */
  readonly forLlm: string;
  /** The text that the user reads. Default: none. */
  readonly forUser?: string;
  /** `true`: the user sees nothing. Default: `false`. */
  readonly silent?: boolean;
  /** `true`: the tool failed. Default: `false`. */
  readonly isError?: boolean;
  /** References such as `media://abc123`. */
  readonly media?: readonly string[];
  readonly artifactTags?: readonly string[];
  /** `true`: the user already has the answer, including media, and the turn ends. Default: `false`. */
  readonly responseHandled?: boolean;
  /**
   * The result as an object, for programs. MCP clients receive it as `structuredContent`; models on other hosts read
   * only `forLlm`. If the tool has an `output` schema, the SDK sets this field to the schema's output if
   * that is an object.
   */
  readonly structured?: Readonly<Record<string, unknown>>;
  /**
   * Images, audio, resources and more text for the model, after `forLlm`. Only MCP clients support it: on other hosts,
   * it is a failure.
   */
  readonly content?: readonly ToolContent[];
}

/** A part of a result after its text, as in MCP. `data` and `blob` are base64. */
export type ToolContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType?: string } & (
        | { readonly text: string }
        | { readonly blob: string }
      );
    };
