import type { Raw } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { Calls, LlmCall, LlmReply, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { SchemaIssue } from "../../hook/schema.js";
import {
  type AfterLlmParams,
  type AfterToolParams,
  afterLlm,
  afterTool,
  approveTool,
  type BeforeLlmParams,
  type BeforeToolParams,
  beforeLlm,
  beforeTool,
} from "../../protocol/index.js";
import type { ToolIdentity } from "../../runtime/host-rules.js";
import { once } from "../../runtime/lazily.js";
import { milliseconds } from "./events.js";
import { message, toolSpec } from "./messages.js";
import { sourceOf } from "./origin.js";
import { uncheckedParams, VALID } from "./plain-params.js";
import { decodeToolResult } from "./tool-result.js";

/** Identifies a tool by its name on the host. */
type Identify = (hostName: string) => ToolIdentity;

const SPECS = { beforeLlm, afterLlm, beforeTool, afterTool, approveTool } as const;

/** A point at which PicoClaw calls hooks. It does not call them for a prompt. */
export type CalledPoint = Exclude<Point, "onPrompt">;

/** The point of each method that expects a decision. */
export const POINT_OF: ReadonlyMap<string, CalledPoint> = new Map(
  (Object.keys(SPECS) as CalledPoint[]).map((point) => [SPECS[point].method, point]),
);

/** Decodes a call, or returns what is wrong with the params. */
export function decodeCall<P extends CalledPoint>(
  point: P,
  params: unknown,
  identify: Identify,
): { readonly call: Calls[P] } | { readonly issues: readonly SchemaIssue[] } {
  const issues = issuesOf(point, params);
  if (issues !== undefined) return { issues };
  // The schema's own output is not used: it may lack keys such as `__proto__`.
  return { call: shapes[point](params as never, identify) as Calls[P] };
}

function issuesOf(point: CalledPoint, params: unknown): readonly SchemaIssue[] | undefined {
  const unchecked = uncheckedParams(point, params);
  if (unchecked === VALID || (unchecked !== params && SPECS[point].params.safeParse(unchecked).success))
    return undefined;
  return SPECS[point].params.safeParse(params).error?.issues;
}

const shapes: { readonly [P in CalledPoint]: (params: never, identify: Identify) => Calls[P] } = {
  beforeLlm: llmCall,
  afterLlm: llmReply,
  beforeTool: toolCall,
  afterTool: toolOutcome,
  approveTool: toolCall,
};

/** Decodes messages and tools on first access: most hooks do not read them. */
function llmCall(params: BeforeLlmParams): LlmCall {
  const messages = once(() => (params.messages ?? []).map((item) => message.decode(item)));
  const tools = once(() => (params.tools ?? []).map((item) => toolSpec.decode(item)));
  return {
    model: params.model,
    get messages() {
      return messages();
    },
    get tools() {
      return tools();
    },
    options: params.options ?? {},
    gracefulTerminal: params.graceful_terminal ?? false,
    ...sourceOf(params),
    raw: params,
  };
}

function llmReply(params: AfterLlmParams): LlmReply {
  const { response } = params;
  const reasoning = reasoningOf(response);
  return {
    model: params.model ?? "",
    content: response.content ?? "",
    ...(reasoning ? { reasoning } : {}),
    toolCalls: (response.tool_calls ?? []).map((item) => requestedCall.decode(item)),
    ...(response.finish_reason ? { finishReason: response.finish_reason } : {}),
    ...(response.usage ? { usage: response.usage } : {}),
    ...sourceOf(params),
    raw: params,
  };
}

/** Returns the reasoning. The host shows and keeps only one of two fields: `reasoning`, unless it is empty. */
export function reasoningOf(response: Raw): string | undefined {
  const text = response.reasoning || response.reasoning_content;
  return typeof text === "string" && text !== "" ? text : undefined;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Avoids spreads: a single one added 0.8 µs to a small call. */
function toolCall(params: BeforeToolParams, identify: Identify): ToolCall {
  const { tool } = params;
  const { kind, ownTool } = identify(tool);
  const { sessionId, origin } = sourceOf(params);
  const call: Mutable<ToolCall> = { tool, kind, arguments: params.arguments ?? {}, origin, raw: params };
  if (ownTool !== undefined) call.ownTool = ownTool;
  if (sessionId !== undefined) call.sessionId = sessionId;
  return call;
}

function toolOutcome(params: AfterToolParams, identify: Identify): ToolOutcome {
  return {
    ...toolCall(params, identify),
    result: decodeToolResult(params.result),
    durationMs: milliseconds(params.duration ?? 0),
  };
}
