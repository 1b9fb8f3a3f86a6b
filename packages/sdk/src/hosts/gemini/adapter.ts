import { objectOf } from "../../codec/fields.js";
import { textOfParts } from "../../codec/parts.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import type { CommandEvent } from "../../command-hook/events.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { specific } from "../../command-hook/specific-output.js";
import {
  changedArguments,
  changedText,
  noEncoding,
  resultUnsupported,
  toolCallUnsupported,
} from "../../command-hook/unsupported.js";
import type { Calls, LlmCall, LlmReply, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type {
  AddContext,
  Decisions,
  LlmReplyPatch,
  LlmRequestPatch,
  ToolCallPatch,
  ToolResultPatch,
} from "../../hook/decisions.js";
import type { Message, ToolResult } from "../../hook/message.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import {
  applyChanges,
  conflict,
  type Document,
  denial,
  denied,
  isDenial,
  mergeDocuments,
  stopped,
  whyDenied,
} from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { GeminiEvent, GeminiModelEvent, GeminiReplyEvent, GeminiToolEvent, GeminiToolOutcome } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const decoder = decoderOf(FIELDS, kindOf);
const { sourceOf, promptCall } = decoder;

const adapter: OneShotAdapter<EventName, GeminiEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd, hook_event_name and timestamp",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "timestamp"],
  whyUnsupported,
  denialAt: denialFor,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, event === "AfterTool" ? failure.withheldText : failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
};

/** Serves the one call for which Gemini CLI starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

function callOf(event: EventName, payload: GeminiEvent): Calls[Point] {
  const { point }: CommandEvent = EVENTS[event];
  return calls[point as keyof typeof calls](payload as never);
}

/** Decodes the call of each event with a point. */
const calls: { readonly [P in Exclude<Point, "approveTool">]: (payload: never) => Calls[P] } = {
  onPrompt: promptCall,
  beforeLlm: llmCall,
  afterLlm: llmReply,
  beforeTool: toolCall,
  afterTool: toolOutcome,
};

function llmCall(payload: GeminiModelEvent): LlmCall {
  const { model, messages, config = {} } = payload.llm_request;
  return {
    model,
    messages: messages.map((item) => message.decode(item)),
    tools: [],
    options: config,
    gracefulTerminal: false,
    ...sourceOf(payload),
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
    ...sourceOf(payload),
    raw: payload,
  };
}

function toolCall(payload: GeminiToolEvent): ToolCall {
  const { cwd, ...call } = decoder.toolCall(payload);
  const kind = payload.mcp_context === undefined ? call.kind : "mcp";
  // Only a shell certainly uses `cwd`. Gemini CLI resolves a missing relative path to any file whose path ends with it.
  const isCertain = cwd !== undefined && kind === "shell";
  return { ...call, kind, ...(isCertain ? { cwd } : {}) };
}

function toolOutcome(payload: GeminiToolOutcome): ToolOutcome {
  const { llmContent, returnDisplay, error } = payload.tool_response;
  return {
    ...toolCall(payload),
    result: {
      forLlm: textOfParts(llmContent),
      ...(typeof returnDisplay === "string" ? { forUser: returnDisplay } : {}),
      ...(error === undefined || error === null ? {} : { isError: true }),
    },
  };
}

/** Maps Gemini CLI's messages, which have a role and a text. */
export const message = objectOf<Message>([
  {
    sdkName: "role",
    hostName: "role",
    decode: (role: string) => (role === "model" ? "assistant" : role),
    encode: (role: string) => (role === "assistant" ? "model" : role),
  },
  { sdkName: "content", hostName: "content" },
]);

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: GeminiEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified[event]?.(decision.patch as never, payload as never);
    case "addContext":
      return withContext(event, decision, payload);
    case "deny":
    case "ask":
      return denial(event, decision.reason);
    case "abortTurn":
    case "hardAbort":
      // Also sends the result, if another member of the hook changed it.
      return {
        ...("patch" in decision ? modified[event]?.(decision.patch as never, payload as never) : {}),
        ...stopped(decision.reason),
      };
    case "approve":
    case "respond":
    case undefined:
      return undefined;
    default:
      return noEncoding(decision);
  }
}

/** Adds a text for the model. Next to a changed result, Gemini CLI drops it, so the text is appended to the result. */
function withContext(event: EventName, decision: AddContext, payload: GeminiEvent): Document {
  const { text } = decision;
  const result = "patch" in decision ? modified[event]?.(decision.patch as never, payload as never) : undefined;
  if (result !== undefined) return denied(`${result.reason}\n\n${text}`);
  return specific(event, { additionalContext: text });
}

const modified: { readonly [Event in EventName]?: (patch: never, payload: never) => Document | undefined } = {
  BeforeTool(patch: ToolCallPatch, payload: GeminiToolEvent) {
    const args = changedArguments(patch, payload.tool_input);
    return args === undefined ? undefined : specific("BeforeTool", { tool_input: args });
  },
  AfterTool: (patch: ToolResultPatch, payload) => {
    const text = changedText(patch);
    // A replacement becomes an error, so an unchanged result is not sent. For an empty reason, Gemini CLI uses its own.
    return text === undefined || text === calls.afterTool(payload).result.forLlm ? undefined : denied(text || " ");
  },
  BeforeModel: request,
  AfterModel: reply,
};

function request(patch: LlmRequestPatch, { llm_request: its }: GeminiModelEvent): Document | undefined {
  const changed = {
    ...(patch.model === undefined ? {} : { model: patch.model }),
    ...(patch.options === undefined ? {} : { config: configOf({ ...its.config, ...patch.options }) }),
    ...messagesOf(patch, its),
  };
  return Object.keys(changed).length === 0 ? undefined : specific("BeforeModel", { llm_request: changed });
}

/** Gemini CLI replaces all these options together: an option that is left out is lost. */
function configOf(config: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(CONFIG.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])));
}

/**
 * Returns the messages to send, or none if no text changed: Gemini CLI overlays them on the request, and each text
 * becomes a single part.
 */
function messagesOf({ messages }: LlmRequestPatch, { messages: its }: GeminiModelEvent["llm_request"]) {
  if (messages === undefined || messages.every((one, index) => one.content === its[index]?.content)) return {};
  return { messages: messages.map((one) => message.encode(one)) };
}

function reply({ content }: LlmReplyPatch, payload: GeminiReplyEvent): Document | undefined {
  if (content === undefined || content === calls.afterLlm(payload as never).content) return undefined;
  const { llm_response: its } = payload;
  const [first] = its.candidates;
  const candidate = { ...first, content: { ...first?.content, parts: [content] } };
  return specific("AfterModel", { llm_response: { ...its, text: content, candidates: [candidate] } });
}

const HOST = "Gemini CLI";

/** The options of a model call that Gemini CLI reads. */
const CONFIG: readonly string[] = ["temperature", "topP", "topK", "maxOutputTokens"];

/** Fields of our messages that Gemini CLI's do not have. */
export const UNKNOWN_FIELDS = [
  "modelName",
  "createdAt",
  "media",
  "attachments",
  "reasoning",
  "systemParts",
  "toolCalls",
  "toolCallId",
] as const satisfies readonly (keyof Message)[];

/** Returns why Gemini CLI does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  return objections[point](call as never, decision as never);
}

const objections: {
  readonly [P in Point]: (call: Calls[P], decision: Decisions[P]) => string | undefined;
} = {
  onPrompt: () => undefined,
  beforeLlm: (call, decision) =>
    decision.action === "modify" ? requestUnsupported(call, decision.patch as LlmRequestPatch) : undefined,
  afterLlm: (call, decision) =>
    decision.action === "modify" ? replyUnsupported(call, decision.patch as LlmReplyPatch) : undefined,
  beforeTool: (call, decision) => toolCallUnsupported(HOST, call, decision),
  afterTool(call, decision) {
    if (decision.action !== "modify") return undefined;
    const patch = decision.patch as ToolResultPatch;
    return resultUnsupported(HOST, { ...call, result: replacedResult(call.result, patch) }, patch);
  },
  approveTool: (_call, decision) =>
    decision.action === "ask"
      ? `${HOST} waits forever if no one can be asked, and does not report whether someone can`
      : undefined,
};

/**
 * Returns the original result with the parts of the patch that take effect anyway: the model reads a replacement as an
 * error, and the user also sees it. A patch may therefore set `isError` and `forUser`.
 */
function replacedResult(its: ToolResult, patch: ToolResultPatch): ToolResult {
  const { result } = patch;
  const text = changedText(patch);
  if (typeof result !== "object" || text === undefined) return its;
  const failed = result.isError === true ? { isError: true } : {};
  const shown = its.forUser !== undefined && text !== its.forLlm && result.forUser !== undefined;
  return { ...its, ...failed, ...(shown ? { forUser: result.forUser } : {}) };
}

function requestUnsupported(call: Calls["beforeLlm"], { tools, options = {}, messages }: LlmRequestPatch) {
  if (tools !== undefined) return `${HOST} does not show tools to a hook or accept them from it: offer them over MCP`;
  const unread = Object.keys(options).find((name) => !CONFIG.includes(name) && options[name] !== call.options[name]);
  if (unread !== undefined) return `${HOST} reads only the options ${CONFIG.join(", ")}, not ${unread}`;
  const wrong = CONFIG.find((name) => options[name] !== undefined && typeof options[name] !== "number");
  if (wrong !== undefined) return `the option ${wrong} must be a number`;
  return messages === undefined ? undefined : messagesUnsupported(call.messages, messages);
}

function messagesUnsupported(before: readonly Message[], after: readonly Message[]): string | undefined {
  if (after.length !== before.length) {
    return (
      `${HOST} accepts only changed texts of the messages that it showed, not ${after.length} messages for ${before.length}: ` +
      "it would misplace them, because it does not show the tool calls and results between them"
    );
  }
  if (after.some((one, index) => one.role !== before[index]?.role))
    return `${HOST} does not let a hook change a message's role`;
  const unknown = UNKNOWN_FIELDS.find((field) => after.some((one) => one[field] !== undefined));
  return unknown === undefined ? undefined : `${HOST}'s messages have no ${unknown}`;
}

function replyUnsupported(
  { content: before, raw }: Calls["afterLlm"],
  { content, reasoning, toolCalls }: LlmReplyPatch,
) {
  const [other] = Object.entries({ reasoning, toolCalls }).flatMap(([key, value]) => (value === undefined ? [] : key));
  if (other !== undefined) return `${HOST} lets a hook change only the text of a reply, not ${other}`;
  if (content === undefined || content === before) return undefined;
  return hasText(raw)
    ? undefined
    : "this piece of the reply has no text: it may call a tool, which a change would drop";
}

function hasText({ llm_response: response }: Calls["afterLlm"]["raw"]): boolean {
  const { candidates } = response as { readonly candidates: readonly { readonly content: { parts: unknown[] } }[] };
  return (candidates[0]?.content.parts.length ?? 0) > 0;
}

/** Returns why Gemini CLI would ignore a native answer, or `undefined`. */
function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  const output: Readonly<Record<string, unknown>> = document.hookSpecificOutput ?? {};
  if (event === "BeforeTool" && output.tool_input !== undefined && approved) {
    return "tool_input would change the call after its approval: change the arguments in beforeTool";
  }
  if (event === "BeforeModel" && output.llm_response !== undefined && !isDenial(document)) {
    return 'Gemini CLI reads llm_response only with decision: "deny"';
  }
  if (event === "AfterAgent" && isDenial(document) && !document.reason) {
    return "expected a reason with the denial: Gemini CLI retries the turn with the reason as its prompt";
  }
  return undefined;
}
