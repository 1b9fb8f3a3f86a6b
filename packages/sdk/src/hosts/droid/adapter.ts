import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { withPatchMarks } from "../../command-hook/patch-marks.js";
import { specific } from "../../command-hook/specific-output.js";
import { changedArguments, changesResult, noEncoding, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { applyChanges, conflict, type Document, denial, mergeDocuments, stopped, whyDenied } from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { DroidEvent, DroidPayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const decoder = decoderOf(FIELDS, kindOf);
const { sourceOf, promptCall } = decoder;

const adapter: OneShotAdapter<EventName, DroidEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd, permission_mode and hook_event_name",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "permission_mode", "message_id"],
  whyUnsupported,
  denialAt: denialFor,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, event === "PostToolUse" ? failure.withheldText : failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
};

/** Serves the one call for which Droid starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: DroidEvent): Calls[Point] | undefined {
  const fields = payload as never;
  if (event === "UserPromptSubmit") return promptCall(fields);
  return event === "PreToolUse" ? toolCall(fields) : toolOutcome(fields);
}

function toolCall(payload: DroidPayload<"PreToolUse">): ToolCall {
  return { ...decoder.toolCall(payload), arguments: argumentsOf(payload) };
}

function argumentsOf({ tool_name: tool, tool_input: args }: DroidPayload<"PreToolUse">) {
  return tool === "ApplyPatch" ? withPatchMarks(args) : args;
}

function toolOutcome(payload: DroidPayload<"PostToolUse">): ToolOutcome {
  const { tool_response: result } = payload;
  const text = typeof result === "string" ? result : (JSON.stringify(result) ?? "");
  return { ...toolCall(payload), result: { forLlm: text } };
}

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: DroidEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "PreToolUse" ? rewritten(decision.patch as ToolCallPatch, payload as never) : undefined;
    case "addContext":
      return specific(event, { additionalContext: decision.text });
    case "ask":
    case "deny":
      return denial(event, decision.reason);
    case "abortTurn":
    case "hardAbort":
      return stopped(decision.reason);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to the host: "allow" would override the denial of a later hook.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function rewritten(patch: ToolCallPatch, payload: DroidPayload<"PreToolUse">): Document | undefined {
  const updatedInput = changedArguments(patch, argumentsOf(payload));
  return updatedInput === undefined ? undefined : specific("PreToolUse", { updatedInput });
}

const HOST = "Droid";

/** Returns why Droid does not support a decision, or `undefined`. */
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
  const kept = args && Object.keys(call.arguments).find((name) => args[name] === undefined);
  return kept === undefined ? undefined : `${HOST} keeps an argument that a hook leaves out: give ${kept} a value`;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action !== "modify") return undefined;
  if (!changesResult(call, decision.patch as ToolResultPatch)) return undefined;
  return `${HOST} does not let a hook change a result: deny ends the turn without it`;
}

/** Returns why a native answer is unsupported, or `undefined`. */
function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  if (event === "Stop" && document.decision === "block" && !document.reason?.trim()) {
    return "expected a reason with the block: Droid continues the turn with the reason as its prompt";
  }
  return event === "PreToolUse" && approved && document.hookSpecificOutput?.updatedInput !== undefined
    ? "updatedInput would change the call after its approval: change the arguments in beforeTool"
    : undefined;
}
