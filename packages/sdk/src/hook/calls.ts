import type { LlmOptions, Message, RequestedCall, ToolResult, ToolSpec } from "./message.js";

/** Where a call comes from, as far as the host reports it. */
export interface CallOrigin {
  readonly agentId?: string;
  readonly turnId?: string;
  /** The turn that started this one. PicoClaw up to v0.2.9 omits it in the calls of sub-agents. */
  readonly parentTurnId?: string;
  /** Counts the model calls of a turn, from 1. It is 0 at the start of a turn. Some hosts do not send it. */
  readonly iteration?: number;
  /** The channel of the conversation: `cli`, `telegram`... */
  readonly channel?: string;
  readonly chatId?: string;
  readonly senderId?: string;
}

/** Where and when something happened, as far as the host reports it. */
export interface CallSource {
  /** The host's id of the session: a conversation that can have many turns. */
  readonly sessionId?: string;
  /**
   * The agent's working folder. The relative paths of a tool call are relative to it. Missing in a tool call if the
   * host may look for a relative path elsewhere, as Gemini CLI does for all tools except its shell.
   */
  readonly cwd?: string;
  /** When the host made the call, in ISO 8601: `2026-01-31T09:30:00.000Z`. */
  readonly time?: string;
  readonly origin: CallOrigin;
}

interface Call extends CallSource {
  /** The host's original object. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** `onPrompt`: a prompt of the user that has just arrived. The model has not received it yet. */
export interface PromptCall extends Call {
  /** What the user wrote. If the host passes on several messages at once, they are separated by a blank line. */
  readonly prompt: string;
}

/** `beforeLlm`: the request that the host is about to send to the model. */
export interface LlmCall extends Call {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: LlmOptions;
  /** The host wants a final answer and deliberately sends no tools. */
  readonly gracefulTerminal: boolean;
}

/** `afterLlm`: the model's reply. */
export interface LlmReply extends Call {
  readonly model: string;
  readonly content: string;
  readonly reasoning?: string;
  readonly toolCalls: readonly RequestedCall[];
  readonly finishReason?: string;
  readonly usage?: Readonly<Record<string, unknown>>;
  /** `true`: this is a part of a streamed reply. No call has the complete reply. */
  readonly partial?: boolean;
}

/**
 * What a tool does, in words that are the same for all hosts. The SDK derives the kind from the tool's name, and
 * in frameworks also from the names of its arguments.
 *
 * - `shell` runs commands, now or later
 * - `read` reads a file, a folder or an old message
 * - `write` creates a file, replaces it or appends to it; `edit` changes a part of it
 * - `search` searches what the agent has locally
 * - `fetch` accesses the network, including web searches
 * - `mcp` is a tool of an MCP server, `plugin` one of the hook's own tools
 * - `other` is everything else: a tool that the SDK does not know, sub-agents, messages, hardware
 */
export type ToolKind = "shell" | "read" | "write" | "edit" | "search" | "fetch" | "mcp" | "plugin" | "other";

/** `beforeTool`: a tool call before the host approves and runs it. */
export interface ToolCall extends Call {
  /** The host's id of the call, the same before and after the tool runs. Some hosts send none. */
  readonly id?: string;
  /** The host's name for the tool. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The name of the hook's own tool, if the call is for one. */
  readonly ownTool?: string;
}

/** `approveTool`: a tool call with its final arguments. */
export interface ApprovalRequest extends ToolCall {
  /** What an earlier hook of a `compose` asks the user about this call. The user decides unless this hook denies it. */
  readonly question?: string;
}

/** `afterTool`: a tool call and its result. */
export interface ToolOutcome extends ToolCall {
  readonly result: ToolResult;
  /** How long the tool ran, in milliseconds, if the host reports it. */
  readonly durationMs?: number;
  /**
   * `true`: the result may be incomplete. The host sends the same call again, the last time with the complete result.
   */
  readonly partial?: boolean;
}

/** The points where a host calls a hook, and the call that a handler receives at each. */
export interface Calls {
  readonly onPrompt: PromptCall;
  readonly beforeLlm: LlmCall;
  readonly afterLlm: LlmReply;
  readonly beforeTool: ToolCall;
  readonly afterTool: ToolOutcome;
  readonly approveTool: ApprovalRequest;
}

/** A point where a host calls a hook. */
export type Point = keyof Calls;
