import type { LlmOptions, Message, RequestedCall, ToolResult, ToolSpec } from "./message.js";

/** Where a call comes from, as far as the host says it. */
export interface CallOrigin {
  readonly agentId?: string;
  readonly turnId?: string;
  /** The turn that started this one. PicoClaw up to v0.2.9 leaves it out in the calls of sub-agents. */
  readonly parentTurnId?: string;
  readonly sessionKey?: string;
  /** Counts the model calls of a turn, from 1; 0 at the start of a turn, where the host says it at all. */
  readonly iteration?: number;
  /** Where the user writes: `cli`, `telegram`... */
  readonly channel?: string;
  readonly chatId?: string;
  readonly senderId?: string;
}

interface Call {
  readonly origin: CallOrigin;
  /** The host's own object, as it came. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** `beforeLlm`: what the host is about to send to the model. */
export interface LlmCall extends Call {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: LlmOptions;
  /** The host wants a last answer and sends no tools on purpose. */
  readonly gracefulTerminal: boolean;
}

/** `afterLlm`: what the model answered. */
export interface LlmReply extends Call {
  readonly model: string;
  readonly content: string;
  readonly reasoning?: string;
  readonly toolCalls: readonly RequestedCall[];
  readonly finishReason?: string;
  readonly usage?: Readonly<Record<string, unknown>>;
  /** `true`: this is a piece of a reply that comes piece by piece; no call has the whole. */
  readonly partial?: boolean;
}

/**
 * What sort of tool a call asks for, whatever the host calls it.
 *
 * - `shell` runs commands, now or later
 * - `read` looks at a file, a folder or an old message
 * - `write` makes a file, replaces it, or adds to its end; `edit` changes a part of it
 * - `search` looks for something in what the agent has at hand
 * - `fetch` asks the network, a search of the web too
 * - `mcp` is a tool of an MCP server, `plugin` one of the hook's own
 * - `other` is everything else: a tool that the SDK does not know, sub-agents, messages, hardware
 *
 * It comes from the tool's name alone.
 */
export type ToolKind = "shell" | "read" | "write" | "edit" | "search" | "fetch" | "mcp" | "plugin" | "other";

/** `beforeTool`: a tool call, before the host approves and runs it. */
export interface ToolCall extends Call {
  /** The host's own name of the tool. */
  readonly tool: string;
  readonly kind: ToolKind;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The name of the hook's own tool, if this is one. */
  readonly ownTool?: string;
}

/** `approveTool`: a tool call with the arguments that it will run with. */
export interface ApprovalRequest extends ToolCall {}

/** `afterTool`: what a tool gave back. */
export interface ToolOutcome extends ToolCall {
  readonly result: ToolResult;
  /** How long the tool ran, in milliseconds, where the host says it. */
  readonly durationMs?: number;
  /** `true`: this may be a piece of a result that is still coming; the same call comes again, at last with the whole. */
  readonly partial?: boolean;
}

/** The points where a host asks, and what a handler receives there. */
export interface Calls {
  readonly beforeLlm: LlmCall;
  readonly afterLlm: LlmReply;
  readonly beforeTool: ToolCall;
  readonly afterTool: ToolOutcome;
  readonly approveTool: ApprovalRequest;
}

/** A point where a host asks. */
export type Point = keyof Calls;
