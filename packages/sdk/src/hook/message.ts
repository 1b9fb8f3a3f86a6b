/** A message of the conversation. Fields that only the host knows survive `{ ...message, content }`. */
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
  /** The tools that an assistant's message calls. */
  readonly toolCalls?: readonly RequestedCall[];
  /** On a tool's message: the call that it answers. */
  readonly toolCallId?: string;
}

/** A file that came with a message. */
export interface Attachment {
  readonly type?: string;
  readonly ref?: string;
  readonly url?: string;
  readonly filename?: string;
  readonly contentType?: string;
}

/** A part of a system message, with the host's wish for caching. */
export interface SystemPart {
  readonly type: string;
  readonly text: string;
  readonly cacheControl?: Readonly<Record<string, unknown>>;
}

/** A tool call that the model asked for. */
export interface RequestedCall {
  readonly id: string;
  /** Missing where the host sends the id alone: PicoClaw does so in `afterLlm`. */
  readonly name?: string;
  /** JSON text, as the model wrote it. */
  readonly arguments?: string;
}

/** A tool that the model may call. */
export interface ToolSpec {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, never renamed. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Options of the model call, with the host's own names (`max_tokens`, `temperature`...). */
export type LlmOptions = Readonly<Record<string, unknown>>;

/** What a tool gives back. */
export interface ToolResult {
  /** What the model reads. */
  readonly forLlm: string;
  /** What the user is shown; default nothing. */
  readonly forUser?: string;
  /** `true`: nothing goes to the user. Default `false`. */
  readonly silent?: boolean;
  /** `true`: the tool failed. Default `false`. */
  readonly isError?: boolean;
  /** References such as `media://abc123`. */
  readonly media?: readonly string[];
  readonly artifactTags?: readonly string[];
  /** `true`: the user has the answer (media included), the turn ends. Default `false`. */
  readonly responseHandled?: boolean;
  /** Images, audio and resources for the model, after the text. Only MCP clients take them: elsewhere a failure. */
  readonly content?: readonly ToolContent[];
}

/** A part of a result that is not its text, as MCP has it. `data` and `blob` are base64. */
export type ToolContent =
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
