import { isDeepStrictEqual } from "node:util";
import { listOf, objectOf } from "../../codec/fields.js";
import { requestedCall } from "../../codec/requested-call.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import type { CommandEvent } from "../../command-hook/events.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  changedText,
  noContextAfterTool,
  noEncoding,
  resultUnsupported,
  toolCallUnsupported,
} from "../../command-hook/unsupported.js";
import type { Calls, LlmCall, LlmReply, Point, PromptCall, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, LlmRequestPatch, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { Message } from "../../hook/message.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { Denial } from "../../runtime/denial.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, CallSession, Session } from "../../runtime/session.js";
import { isBefore } from "../../text/index.js";
import { capabilities } from "./capabilities.js";
import { applyChanges, conflict, type Document, denial, mergeDocuments, whyDenied, withResult } from "./documents.js";
import { EVENTS, type EventName, type EventRules, FIELDS } from "./events.js";
import type {
  DockerAgentAfterLlmCall,
  DockerAgentBeforeLlmCall,
  DockerAgentEvent,
  DockerAgentPrompt,
  DockerAgentSteering,
  DockerAgentToolEvent,
  DockerAgentToolOutcome,
} from "./native.js";
import { membersAt } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

/**
 * Tools of these kinds always have arguments. If none arrive, the host could not read them, but may still run the tool.
 */
const TAKES_ARGUMENTS: ReadonlySet<string> = new Set(["shell", "write", "edit"]);

const decoder = decoderOf(FIELDS, kindOf);
const { sourceOf } = decoder;

/** Serves the one call for which docker-agent starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, dialectOf(session));
}

function dialectOf({ version, variant }: Session): OneShotAdapter<EventName, DockerAgentEvent, Document> {
  const asker: Asker = { ...(version === undefined ? {} : { version }), ...(variant === undefined ? {} : { variant }) };
  return {
    capabilities,
    events: EVENTS,
    identifyingFields: "session_id, cwd and hook_event_name",
    fields: FIELDS,
    payloadSchema,
    problem: argumentsProblem,
    tools: HOST_TOOLS,
    kindOf,
    decodeCall: callOf,
    sourceOf,
    commonFields: ["session_id", "cwd", "agent_name"],
    whyUnsupported: (point, call, decision) => whyUnsupported(point, call, decision, asker),
    denialAt: denialAt,
    encode: encodeDecision,
    denial: denialForFailure,
    answerSchema: () => answerSchema,
    whyDenied,
    whyNativeUnsupported: (event, document, approved, payload) =>
      whyNativeUnsupported(event, document, approved, payload, asker),
    applyChanges,
    conflict,
    mergeDocuments,
  };
}

function callOf(event: EventName, payload: DockerAgentEvent): Calls[Point] {
  const { point }: CommandEvent = EVENTS[event];
  return calls[point as keyof typeof calls](payload as never);
}

function argumentsProblem(event: EventName, payload: DockerAgentEvent): string | undefined {
  if (event !== "pre_tool_use" || payload.tool_input !== undefined) return undefined;
  const kind = kindOf(String(payload.tool_name));
  return TAKES_ARGUMENTS.has(kind) ? "tool_input is missing: the host could not read the arguments" : undefined;
}

function denialForFailure(event: EventName, failure: Failure): Document | undefined {
  return denied(event, event === "tool_response_transform" ? failure.withheldText : failure.publicText);
}

/** After a tool, the model reads the reason instead of the result. */
function denied(event: EventName, reason: string): Document | undefined {
  return event === "tool_response_transform" ? withResult(reason) : denial(event, reason);
}

/** docker-agent reads no answer about a reply of the model. */
function denialAt(point: Point, failure: Failure): Denial | undefined {
  return point === "afterLlm" ? undefined : denialFor(point, failure);
}

/** Decodes the call of each event with a point. */
const calls: { readonly [P in Exclude<Point, "approveTool">]: (payload: never) => Calls[P] } = {
  onPrompt: promptCall,
  beforeLlm: llmCall,
  afterLlm: llmReply,
  beforeTool: toolCall,
  afterTool: toolOutcome,
};

function promptCall(payload: DockerAgentPrompt & DockerAgentSteering): PromptCall {
  const { prompt, steering_messages: steering = [] } = payload;
  return { prompt: prompt ?? steering.join("\n\n"), ...sourceOf(payload), raw: payload };
}

function llmCall(payload: DockerAgentBeforeLlmCall): LlmCall {
  const { iteration } = payload;
  const { origin, ...source } = sourceOf(payload);
  return {
    model: payload.model_id ?? "",
    messages: (payload.messages ?? []).map((item) => message.decode(item)),
    tools: [],
    options: {},
    gracefulTerminal: false,
    ...source,
    origin: { ...origin, ...(iteration === undefined ? {} : { iteration }) },
    raw: payload,
  };
}

function llmReply(payload: DockerAgentAfterLlmCall): LlmReply {
  return {
    model: payload.model_id ?? "",
    content: payload.stop_response ?? "",
    toolCalls: [],
    ...(payload.usage === undefined ? {} : { usage: payload.usage }),
    ...sourceOf(payload),
    raw: payload,
  };
}

function toolCall(payload: DockerAgentToolEvent): ToolCall {
  const call = decoder.toolCall(payload);
  return payload.tool_category === "mcp" ? { ...call, kind: "mcp" } : call;
}

function toolOutcome(payload: DockerAgentToolOutcome): ToolOutcome {
  const failed = payload.tool_error === true;
  return {
    ...toolCall(payload),
    result: { forLlm: payload.tool_response ?? "", ...(failed ? { isError: true } : {}) },
    // A shell's output arrives in pieces, then as a whole. No field distinguishes the two (observed on v1.123.0).
    ...(payload.tool_name === "shell" && !failed ? { partial: true } : {}),
  };
}

/** Maps docker-agent's message fields to ours. Other fields, such as signatures, pass through unchanged. */
export const message = objectOf<Message>([
  { sdkName: "role", hostName: "role" },
  { sdkName: "content", hostName: "content", defaultValue: "" },
  { sdkName: "modelName", hostName: "model" },
  { sdkName: "createdAt", hostName: "created_at" },
  { sdkName: "reasoning", hostName: "reasoning_content" },
  { sdkName: "toolCalls", hostName: "tool_calls", ...listOf(requestedCall) },
  { sdkName: "toolCallId", hostName: "tool_call_id" },
]);

/** Fields of our messages that docker-agent's do not have. */
export const UNKNOWN_FIELDS = ["media", "attachments", "systemParts"] as const satisfies readonly (keyof Message)[];

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(event: EventName, decision: Decisions[Point] | ToolCallOutcome): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified(event, decision.patch);
    case "addContext":
      return specific(event, { additional_context: decision.text });
    case "ask":
      return specific(event, {
        permission_decision: "ask",
        permission_decision_reason: decision.reason,
        ...("patch" in decision && decision.patch?.arguments ? { updated_input: decision.patch.arguments } : {}),
      });
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denied(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to the host: "allow" would skip the user's approval.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function modified(event: EventName, patch: object): Document | undefined {
  const { arguments: args } = patch as ToolCallPatch;
  if (args !== undefined) return specific(event, { updated_input: args });
  const { messages } = patch as LlmRequestPatch;
  if (messages !== undefined)
    return specific(event, { updated_messages: messages.map((item) => message.encode(item)) });
  const text = changedText(patch as ToolResultPatch);
  return text === undefined ? undefined : withResult(text);
}

function specific(event: EventName, output: object): Document {
  return { hook_specific_output: { hook_event_name: event, ...output } };
}

/** What is known about the host and how it calls the hook. */
interface Asker {
  readonly version?: string;
  readonly variant?: string;
}

const HOST = "docker-agent";
/** From this version on, changed arguments are merged into the old ones (from the source code). */
const PATCHES_ARGUMENTS = "v1.137.0";
/**
 * From this version on, the host is assumed to shorten a large result itself, which loses a hook's change. v1.58.0 does
 * not, and v1.123.0 does (observed).
 */
const SHORTENS_RESULTS = "v1.59.0";
/** Only results of tools in these categories are shortened (observed, and from the source code). */
const SHORTENED: readonly unknown[] = ["shell", "filesystem", "mcp", "a2a"];
const LARGE_BYTES = 50 * 1024;
const LARGE_LINES = 2000;
const ASKS_UNCHANGED =
  "docker-agent asks about the unchanged arguments in the preempt_yolo variant, and calls no other variant after that";

/** Returns why docker-agent does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(
  point: P,
  call: Calls[P],
  decision: Decisions[P],
  asker: Asker,
): string | undefined {
  return objections[point](call as never, decision as never, asker);
}

const objections: {
  readonly [P in Point]: (call: Calls[P], decision: Decisions[P], asker: Asker) => string | undefined;
} = {
  onPrompt: () => undefined,
  beforeLlm: (_call, decision) =>
    decision.action === "modify" ? requestUnsupported(decision.patch as LlmRequestPatch) : undefined,
  afterLlm: () => "docker-agent ignores answers to after_llm_call: a hook can only read the reply",
  beforeTool(call, decision, asker) {
    const never = toolCallUnsupported(HOST, call, decision);
    if (never !== undefined || decision.action !== "modify") return never;
    const { arguments: args } = decision.patch as ToolCallPatch;
    return args && argumentsUnsupported(call.raw.safety_policy, call.arguments, args, asker);
  },
  afterTool(call, decision, asker) {
    if (decision.action === "deny") return sizeUnsupported(call.raw.tool_category, call.result.forLlm, asker);
    if (decision.action === "addContext") return noContextAfterTool(HOST);
    if (decision.action !== "modify") return "docker-agent cannot be stopped after a tool: change the result instead";
    const patch = decision.patch as ToolResultPatch;
    const never = resultUnsupported(HOST, call, patch);
    if (never !== undefined || changedText(patch) === undefined) return never;
    return sizeUnsupported(call.raw.tool_category, call.result.forLlm, asker);
  },
  approveTool(call, decision, { variant }) {
    if (decision.action !== "ask" || variant !== "preempt") return undefined;
    if (isDeepStrictEqual(call.arguments, call.raw.tool_input ?? {})) return undefined;
    return ASKS_UNCHANGED;
  },
};

function requestUnsupported({ model, tools, options, messages }: LlmRequestPatch): string | undefined {
  const named = Object.entries({ model, tools, options }).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (named.length > 0) return `docker-agent lets a hook change only messages, not ${named.join(", ")}`;
  if (messages === undefined) return undefined;
  if (messages.length === 0) return "messages is empty, which docker-agent treats as no change";
  const unknown = UNKNOWN_FIELDS.find((field) => messages.some((message) => message[field] !== undefined));
  return unknown === undefined ? undefined : `docker-agent's messages have no ${unknown}`;
}

/** Returns why changed arguments would not reach the tool unchanged, or `undefined`. */
function argumentsUnsupported(
  policy: unknown,
  before: object,
  args: object,
  { version, variant }: Asker,
): string | undefined {
  // With another safety mode, or with --yolo, the default variant may not be called at all.
  if (variant === "preempt" && policy !== undefined && policy !== "strict") {
    return `docker-agent ignores changed arguments in the preempt_yolo variant, and under "${policy}" may call no other`;
  }
  const left = Object.keys(before).find((key) => !Object.hasOwn(args, key));
  if (left !== undefined && version !== undefined && !isBefore(version, PATCHES_ARGUMENTS)) {
    return `docker-agent ${version} merges changed arguments into the old ones: ${left} cannot be removed`;
  }
  return undefined;
}

/** Returns why a changed result would not reach the model, or `undefined`. */
function sizeUnsupported(category: unknown, text: string, { version }: Asker): string | undefined {
  const shortens =
    (category === undefined || SHORTENED.includes(category)) &&
    (version === undefined || !isBefore(version, SHORTENS_RESULTS));
  if (!shortens || !isLarge(text)) return undefined;
  return (
    `docker-agent shortens results of more than ${LARGE_LINES} lines or ${LARGE_BYTES / 1024} KiB itself and drops a ` +
    "hook's change; v1.58.0 does not (--host docker-agent@v1.58.0)"
  );
}

function isLarge(text: string): boolean {
  return Buffer.byteLength(text) > LARGE_BYTES || text.split("\n").length > LARGE_LINES;
}

/**
 * From this version on, metadata is read: at `pre_tool_use` only in the preempt_yolo variant (from the source code).
 */
const READS_METADATA = "v1.89.0";

/** Returns why docker-agent would ignore a native answer, or `undefined`. */
function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: DockerAgentEvent,
  asker: Asker,
): string | undefined {
  const { denial: denialKind }: EventRules = EVENTS[event];
  const { hook_event_name: named, updated_input: input } = document.hook_specific_output ?? {};
  if (named !== undefined && named !== event) return `hook_event_name is "${named}", expected "${event}"`;
  if (whyDenied(document) !== undefined && denialKind === undefined)
    return `docker-agent does not support a denial at ${event}`;
  if (event === "pre_tool_use" && input !== undefined && approved) {
    return "updated_input would change the call after its approval: change the arguments in beforeTool";
  }
  return unread(event, document) ?? idle(event, document, asker) ?? lostRewrite(event, document, payload, asker);
}

/** Reports a member that docker-agent does not read at this event. */
function unread(event: EventName, document: Document): string | undefined {
  const { specific: reads, silent } = membersAt(event);
  const { system_message: warning, hook_specific_output: specific = {} } = document;
  const read: readonly string[] = ["hook_event_name", ...reads];
  const member = Object.entries(specific).find(([name, value]) => value !== undefined && !read.includes(name))?.[0];
  if (member !== undefined) return `docker-agent does not read ${member} at ${event}`;
  return warning !== undefined && silent ? `docker-agent does not show a system_message at ${event}` : undefined;
}

/** Reports a member that is read but has no effect with this value, or without another member. */
function idle(event: EventName, document: Document, { version, variant }: Asker): string | undefined {
  const { suppress_output: suppress, reason, stop_reason: stop, hook_specific_output: specific = {} } = document;
  const { permission_decision: permission, permission_decision_reason: why, updated_messages: messages } = specific;
  if (suppress) return "docker-agent never shows the output of a hook: leave out suppress_output";
  if (reason !== undefined) return 'docker-agent reads a reason only with decision "block"';
  if (stop !== undefined) return "docker-agent reads a stop_reason only with continue: false";
  if (why !== undefined && permission === undefined) {
    return "docker-agent reads a permission_decision_reason only with a permission_decision";
  }
  if (event === "permission_request" && permission === "ask") {
    return 'docker-agent does not support permission_decision "ask" at permission_request: without an answer it asks';
  }
  if (messages?.length === 0) return "updated_messages is empty, which docker-agent treats as no change";
  if (specific.metadata === undefined) return undefined;
  if (version !== undefined && isBefore(version, READS_METADATA))
    return `docker-agent ${version} does not read metadata`;
  return event === "pre_tool_use" && variant === undefined && version === undefined
    ? "docker-agent reads metadata of pre_tool_use only in the preempt_yolo variant"
    : undefined;
}

/** Reports a change that is read but does not reach the tool or the model. */
function lostRewrite(
  event: EventName,
  document: Document,
  payload: DockerAgentEvent,
  asker: Asker,
): string | undefined {
  const {
    updated_input: input,
    updated_tool_response: response,
    permission_decision: permission,
  } = document.hook_specific_output ?? {};
  if (event === "pre_tool_use" && input !== undefined) {
    if (asker.variant === "preempt" && permission === "ask") return ASKS_UNCHANGED;
    return argumentsUnsupported(payload.safety_policy, payload.tool_input ?? {}, input, asker);
  }
  if (response === undefined) return undefined;
  return sizeUnsupported(payload.tool_category, String(payload.tool_response ?? ""), asker);
}
