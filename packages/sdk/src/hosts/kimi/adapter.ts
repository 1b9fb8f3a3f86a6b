import { textOfParts } from "../../codec/parts.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { specific } from "../../command-hook/specific-output.js";
import { changedArguments, changesResult, noEncoding, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point, PromptCall, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { type Document, denial, mergeDocuments, whyDenied } from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { KimiEvent, KimiPayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const decoder = decoderOf(FIELDS, kindOf);
const { sourceOf, toolCall } = decoder;

const adapter: OneShotAdapter<EventName, KimiEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "hook_event_name, session_id, cwd and client_type",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "cwd", "client_type", "session_title"],
  whyUnsupported,
  denialAt: (point, failure) => (point === "afterTool" ? undefined : denialFor(point, failure)),
  encode: encodeDecision,
  denial: (event, failure) => denial(event, failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges: (payload) => payload,
  conflict: () => undefined,
  mergeDocuments,
};

/** Serves the one call for which Kimi Code starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: KimiEvent): Calls[Point] | undefined {
  const fields = payload as never;
  if (event === "UserPromptSubmit") return promptCall(fields);
  if (event === "PreToolUse") return toolCall(fields);
  return event === "PostToolUse" ? toolOutcome(fields) : failedTool(fields);
}

function promptCall(payload: KimiPayload<"UserPromptSubmit">): PromptCall {
  return { ...decoder.promptCall(payload), prompt: textOfParts(payload.prompt) };
}

function toolOutcome(payload: KimiPayload<"PostToolUse">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.tool_output } };
}

function failedTool(payload: KimiPayload<"PostToolUseFailure">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.error.message, isError: true } };
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(event: EventName, decision: Decisions[Point] | ToolCallOutcome): Document | undefined {
  switch (decision?.action) {
    case "addContext":
      return specific(event, { message: decision.text });
    case "ask":
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    case "modify":
    case "approve":
    case "respond":
    case undefined:
      return undefined;
    default:
      return noEncoding(decision);
  }
}

const HOST = "Kimi Code";

/** Returns why Kimi Code does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return callUnsupported(call as Calls["beforeTool"], decision as never);
  if (point === "afterTool") return outcomeUnsupported(call as Calls["afterTool"], decision as never);
  return point === "approveTool" && decision.action === "ask"
    ? `${HOST} does not support questions from a hook and would run the tool`
    : undefined;
}

function callUnsupported(call: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  const other = toolCallUnsupported(HOST, call, decision);
  if (other !== undefined || decision.action !== "modify") return other;
  const { arguments: args } = decision.patch as ToolCallPatch;
  if (args === undefined || changedArguments({ arguments: args }, call.arguments) === undefined) return undefined;
  return `${HOST} runs a tool with the model's own arguments: deny, with the arguments to use as the reason`;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action !== "modify") return READS_NOTHING;
  if (!changesResult(call, decision.patch as ToolResultPatch)) return undefined;
  return READS_NOTHING;
}

const READS_NOTHING = `${HOST} reads no answer after a tool: the model gets the result as it is`;

/** Returns why a native answer is unsupported, or `undefined`: a turn continues with the reason as its prompt. */
function whyNativeUnsupported(event: EventName, { hookSpecificOutput: output }: Document): string | undefined {
  const continues = event === "Stop" && output?.permissionDecision === "deny";
  return continues && !output?.permissionDecisionReason?.trim()
    ? "expected a reason with the denial: Kimi Code continues the turn with the reason as its prompt"
    : undefined;
}
