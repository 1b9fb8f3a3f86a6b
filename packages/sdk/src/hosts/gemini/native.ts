import type { CommonAnswer, SpecificAnswer } from "../../command-hook/native-answer.js";
import type { Context } from "../../hook/context.js";
import type { EventName } from "./events.js";

type Open = Readonly<Record<string, unknown>>;

/** Fields of every payload of Gemini CLI. There may be others. */
export interface GeminiEvent {
  readonly session_id: string;
  readonly transcript_path: string;
  readonly cwd: string;
  readonly hook_event_name: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly [field: string]: unknown;
}

/** `BeforeTool` */
export interface GeminiToolEvent extends GeminiEvent {
  readonly tool_name: string;
  readonly tool_input: Open;
  /** The origin of the tool, if it belongs to an MCP server. */
  readonly mcp_context?: {
    readonly server_name: string;
    readonly tool_name: string;
    readonly [field: string]: unknown;
  };
  /** The tool that requested to call this one instead (`tailToolCallRequest`). */
  readonly original_request_name?: string;
}

/** `AfterTool`, also for a tool that failed. */
export interface GeminiToolOutcome extends GeminiToolEvent {
  readonly tool_response: {
    /** A string, or a list of parts; parts with `text` are text. */
    readonly llmContent?: unknown;
    readonly returnDisplay?: unknown;
    readonly error?: unknown;
    readonly [field: string]: unknown;
  };
}

/** The request to the model: only texts, without tool calls, their results and files. */
export interface GeminiRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string; readonly [field: string]: unknown }[];
  readonly config?: Open;
  readonly [field: string]: unknown;
}

/** A piece of the model's reply. A piece that calls a tool has no parts. */
export interface GeminiResponse {
  readonly text?: string;
  readonly candidates: readonly GeminiCandidate[];
  readonly usageMetadata?: Open;
  readonly [field: string]: unknown;
}

export interface GeminiCandidate {
  readonly content: { readonly role?: string; readonly parts: readonly string[]; readonly [field: string]: unknown };
  readonly finishReason?: string;
  readonly index?: number;
  readonly [field: string]: unknown;
}

/** `BeforeModel`, `BeforeToolSelection` */
export interface GeminiModelEvent extends GeminiEvent {
  readonly llm_request: GeminiRequest;
}

/** `AfterModel` */
export interface GeminiReplyEvent extends GeminiModelEvent {
  readonly llm_response: GeminiResponse;
}

/** `BeforeAgent` */
interface GeminiPrompt extends GeminiEvent {
  readonly prompt: string;
}

/** `AfterAgent` */
interface GeminiAnswered extends GeminiPrompt {
  readonly prompt_response: string;
  /** `true` if a hook already requested another try. */
  readonly stop_hook_active?: boolean;
}

/** `SessionStart` */
interface GeminiSessionStart extends GeminiEvent {
  readonly source: string;
}

/** `SessionEnd` */
interface GeminiSessionEnd extends GeminiEvent {
  readonly reason: string;
}

/** `PreCompress`: before every model call, whether or not anything is compressed. */
interface GeminiPreCompress extends GeminiEvent {
  readonly trigger: string;
}

/** `Notification` */
interface GeminiNotification extends GeminiEvent {
  readonly notification_type: string;
  readonly message: string;
  readonly details?: Open;
}

/** The payload of each event. */
export interface GeminiPayloads {
  readonly BeforeTool: GeminiToolEvent;
  readonly AfterTool: GeminiToolOutcome;
  readonly BeforeModel: GeminiModelEvent;
  readonly AfterModel: GeminiReplyEvent;
  readonly BeforeToolSelection: GeminiModelEvent;
  readonly BeforeAgent: GeminiPrompt;
  readonly AfterAgent: GeminiAnswered;
  readonly SessionStart: GeminiSessionStart;
  readonly SessionEnd: GeminiSessionEnd;
  readonly PreCompress: GeminiPreCompress;
  readonly Notification: GeminiNotification;
}

/** The part of a model request that a hook can change. All four numbers of `config` are replaced together. */
interface RequestChange {
  readonly model?: string;
  /** The same number of messages, in the same order. */
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly config?: {
    readonly temperature?: number;
    readonly topP?: number;
    readonly topK?: number;
    readonly maxOutputTokens?: number;
  };
}

/** Fields that only one event has, for the events that have any. */
interface Specifics {
  /** All arguments, not only the changed ones. */
  readonly BeforeTool: { readonly tool_input?: Open };
  readonly AfterTool: {
    readonly additionalContext?: string;
    /** A tool to call now. Its result replaces this one. */
    readonly tailToolCallRequest?: { readonly name: string; readonly args: Open };
  };
  /** `llm_response`: what the model would have replied. Valid only with `deny`. */
  readonly BeforeModel: { readonly llm_request?: RequestChange; readonly llm_response?: GeminiResponse };
  readonly AfterModel: { readonly llm_response?: GeminiResponse };
  readonly BeforeToolSelection: {
    readonly toolConfig?: {
      readonly mode?: "AUTO" | "ANY" | "NONE";
      readonly allowedFunctionNames?: readonly string[];
    };
  };
  readonly BeforeAgent: { readonly additionalContext?: string };
  readonly AfterAgent: { readonly clearContext?: boolean };
  readonly SessionStart: { readonly additionalContext?: string };
}

/** Events at which a denial has a meaning: it denies, replaces a result, or requests another try of a reply. */
type Denying = "BeforeTool" | "AfterTool" | "BeforeModel" | "BeforeAgent" | "AfterAgent";
/** Events at which the agent can be stopped. */
type Stopping = Denying | "AfterModel";

/** What Gemini CLI writes to stdin at an event. */
export type GeminiPayload<Event extends EventName> = GeminiPayloads[Event];

/** What a native handler may answer to an event, in Gemini CLI's format. */
export type GeminiAnswer<Event extends EventName> = Pick<CommonAnswer, "suppressOutput" | "systemMessage"> &
  (Event extends Stopping ? Pick<CommonAnswer, "continue" | "stopReason"> : {}) &
  (Event extends Denying ? { readonly decision?: "deny" | "block"; readonly reason?: string } : {}) &
  (Event extends keyof Specifics ? SpecificAnswer<Event, Specifics[Event]> : {});

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that ends without `return` has no opinion
type Reply<Event extends EventName> = GeminiAnswer<Event> | void;

/**
 * Handlers for Gemini CLI's own events, for everything without a portable point. They run after the handlers of the
 * event's point, unless those denied the call, and see their changes.
 *
 * @example native: { gemini: { BeforeAgent: ({ prompt }) => ({ decision: "deny", reason: "not now" }) } }
 */
export type GeminiHandlers<Env> = {
  readonly [Event in EventName]?: (
    input: GeminiPayload<Event>,
    context: Context<Env>,
  ) => Reply<Event> | Promise<Reply<Event>>;
};

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly gemini?: GeminiHandlers<Env>;
  }
}
