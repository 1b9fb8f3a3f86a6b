import { textOfParts } from "../../codec/parts.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf, durationOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { specific } from "../../command-hook/specific-output.js";
import {
  changedArguments,
  changedText,
  noEncoding,
  resultUnsupported,
  toolCallUnsupported,
} from "../../command-hook/unsupported.js";
import type { Calls, Point, PromptCall, ToolOutcome } from "../../hook/calls.js";
import type { AddContext, Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolResult } from "../../hook/message.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { Denial } from "../../runtime/denial.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import {
  applyChanges,
  asked,
  conflict,
  type Document,
  denial,
  mergeDocuments,
  stopped,
  whyDenied,
} from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { QwenEvent, QwenPayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const decoder = decoderOf(FIELDS, kindOf);
const { sourceOf, toolCall } = decoder;

const adapter: OneShotAdapter<EventName, QwenEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd, hook_event_name, timestamp and permission_mode",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "timestamp", "prompt_id", "agent_id"],
  whyUnsupported,
  // Qwen Code waits a minute for the hooks of one event, and then continues without them. The launcher ends earlier.
  longestCallMs: 55_000,
  denialAt,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, event === "PostToolUse" ? failure.withheldText : failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
};

/** Serves the one call for which Qwen Code starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** The error of a failed tool cannot be withheld. */
function denialAt(point: Point, failure: Failure, call: Calls[Point]): Denial | undefined {
  return hasFailed(call) ? undefined : denialFor(point, failure);
}

function hasFailed({ raw }: Calls[Point]): boolean {
  return raw.hook_event_name === "PostToolUseFailure";
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: QwenEvent): Calls[Point] | undefined {
  const fields = payload as never;
  if (event === "UserPromptSubmit") return promptCall(fields);
  if (event === "PreToolUse") return toolCall(fields);
  return event === "PostToolUse" ? toolOutcome(fields) : failedTool(fields);
}

/**
 * Returns `undefined` for an empty prompt: the event also occurs before each further model call of a turn, without a
 * prompt (observed).
 */
function promptCall(payload: QwenPayload<"UserPromptSubmit">): PromptCall | undefined {
  return payload.prompt === "" ? undefined : decoder.promptCall(payload);
}

function toolOutcome(payload: QwenPayload<"PostToolUse">): ToolOutcome {
  const { llmContent, returnDisplay } = payload.tool_response;
  const shown = typeof returnDisplay === "string" ? { forUser: returnDisplay } : {};
  return { ...toolCall(payload), result: { forLlm: textOfParts(llmContent), ...shown }, ...durationOf(payload) };
}

function failedTool(payload: QwenPayload<"PostToolUseFailure">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.error, isError: true }, ...durationOf(payload) };
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: QwenEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "PostToolUse" ? changed(decision.patch as ToolResultPatch, payload) : undefined;
    case "addContext":
      return withContext(event, decision, payload);
    case "ask":
      return asked(event, decision.reason);
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to the host: "allow" would override the denial of another hook.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

/** A replacement becomes an error, so an unchanged result is not sent. For an empty reason, Qwen Code uses its own. */
function changed(patch: ToolResultPatch, payload: QwenEvent): Document | undefined {
  const text = changedText(patch);
  const { result } = toolOutcome(payload as QwenPayload<"PostToolUse">);
  return text === undefined || text === result.forLlm ? undefined : stopped(text || " ");
}

/** Adds a text for the model. Next to a changed result, Qwen Code drops it, so the text is appended to the result. */
function withContext(event: EventName, decision: AddContext, payload: QwenEvent): Document {
  const { text } = decision;
  const result = "patch" in decision ? changed(decision.patch as ToolResultPatch, payload) : undefined;
  if (result !== undefined) return stopped(`${result.stopReason}\n\n${text}`);
  return specific(event, { additionalContext: text });
}

const HOST = "Qwen Code";
const UNCHANGEABLE = `${HOST} does not let a hook change the error of a failed tool`;

/** Returns why Qwen Code does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return callUnsupported(call as Calls["beforeTool"], decision as never);
  return point === "afterTool" ? outcomeUnsupported(call as Calls["afterTool"], decision as never) : undefined;
}

function callUnsupported(call: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  const other = toolCallUnsupported(HOST, call, decision);
  if (other !== undefined || decision.action !== "modify") return other;
  const { arguments: args } = decision.patch as ToolCallPatch;
  if (args === undefined || changedArguments({ arguments: args }, call.arguments) === undefined) return undefined;
  return `${HOST} runs a tool with the model's own arguments: deny, with the arguments to use as the reason`;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action === "deny") return hasFailed(call) ? UNCHANGEABLE : undefined;
  if (decision.action === "addContext") return undefined;
  if (decision.action !== "modify") return `${HOST} continues the turn after a tool: change the result instead`;
  const patch = decision.patch as ToolResultPatch;
  const text = changedText(patch);
  if (hasFailed(call) && text !== undefined && text !== call.result.forLlm) return UNCHANGEABLE;
  return resultUnsupported(HOST, { ...call, result: replacedResult(call.result, patch) }, patch);
}

/**
 * Returns the original result with the parts of the patch that take effect anyway: the model reads a replacement as an
 * error, and the user also sees it. A patch may therefore set `isError` and `forUser`.
 */
function replacedResult(original: ToolResult, patch: ToolResultPatch): ToolResult {
  const { result } = patch;
  const text = changedText(patch);
  if (typeof result !== "object" || text === undefined || text === original.forLlm) return original;
  return {
    ...original,
    ...(result.isError === true ? { isError: true } : {}),
    ...(result.forUser === undefined ? {} : { forUser: result.forUser }),
  };
}

/** Returns why a native answer is unsupported, or `undefined`: Qwen Code needs a reason to continue a turn. */
function whyNativeUnsupported(event: EventName, document: Document): string | undefined {
  const canContinue = event === "Stop" || event === "SubagentStop";
  const isBlocked = document.decision === "block" || document.continue === false;
  if (canContinue && isBlocked && !document.reason && !document.stopReason) {
    return "expected a reason with the block: Qwen Code continues the turn with the reason as its prompt";
  }
  return undefined;
}
