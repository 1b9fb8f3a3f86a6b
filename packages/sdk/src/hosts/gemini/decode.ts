import { hookEventOf } from "../../command-hook/hook-event.js";
import { toolCallOf } from "../../command-hook/tool-call.js";
import type { CallOrigin, Calls, LlmCall, LlmReply, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { HookEvent } from "../../hook/events.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import { message } from "./messages.js";
import type { GeminiEvent, GeminiModelEvent, GeminiReplyEvent, GeminiToolEvent, GeminiToolOutcome } from "./native.js";
import { kindOf } from "./tool-kinds.js";

/** Decodes the call of each event that is a point. */
export const calls: { readonly [P in Exclude<Point, "approveTool">]: (payload: never) => Calls[P] } = {
  beforeLlm: llmCall,
  afterLlm: llmReply,
  beforeTool: toolCall,
  afterTool: toolOutcome,
};

/** Identifies a tool by its name. The user chooses the server's name in it, so none is identified as the hook's own. */
export function identify(tool: string): ToolIdentity {
  return { kind: kindOf(tool) };
}

/** Decodes every other event. */
export function hookEvent(payload: GeminiEvent): HookEvent {
  return hookEventOf(payload, originOf(payload), ["session_id", "cwd", "timestamp", "transcript_path"]);
}

function originOf({ session_id: sessionKey }: GeminiEvent): CallOrigin {
  return { sessionKey };
}

function llmCall(payload: GeminiModelEvent): LlmCall {
  const { model, messages, config = {} } = payload.llm_request;
  return {
    model,
    messages: messages.map((item) => message.decode(item)),
    tools: [],
    options: config,
    gracefulTerminal: false,
    origin: originOf(payload),
    raw: payload,
  };
}

function llmReply(payload: GeminiReplyEvent): LlmReply {
  const { candidates, usageMetadata: usage } = payload.llm_response;
  const { content, finishReason } = candidates[0] ?? {};
  return {
    model: payload.llm_request.model,
    content: content?.parts.join("") ?? "",
    toolCalls: [],
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage === undefined ? {} : { usage }),
    partial: true,
    origin: originOf(payload),
    raw: payload,
  };
}

function toolCall(payload: GeminiToolEvent): ToolCall {
  const kind = payload.mcp_context === undefined ? kindOf(payload.tool_name) : "mcp";
  return toolCallOf(payload, kind, originOf(payload));
}

function toolOutcome(payload: GeminiToolOutcome): ToolOutcome {
  const { llmContent, returnDisplay, error } = payload.tool_response;
  return {
    ...toolCall(payload),
    result: {
      forLlm: textOf(llmContent),
      ...(typeof returnDisplay === "string" ? { forUser: returnDisplay } : {}),
      ...(error === undefined || error === null ? {} : { isError: true }),
    },
  };
}

/** Returns what the model reads of a result: texts, text files, and the JSON of parts that are not text or a file. */
function textOf(content: unknown): string {
  return (Array.isArray(content) ? content : [content]).flatMap(textsOf).join("\n");
}

function textsOf(part: unknown): readonly string[] {
  if (typeof part === "string") return [part];
  if (part === undefined || part === null) return [];
  const { text, inlineData: file } = part as { readonly text?: unknown; readonly inlineData?: File | null };
  if (typeof text === "string") return [text];
  if (file === undefined || file === null) return [JSON.stringify(part)];
  const { mimeType, data } = file;
  return String(mimeType).startsWith("text/") ? [Buffer.from(String(data), "base64").toString()] : [];
}

interface File {
  readonly mimeType?: unknown;
  readonly data?: unknown;
}
