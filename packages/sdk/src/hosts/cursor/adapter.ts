import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf, durationOf, sourceFrom } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  changedArguments,
  changedText,
  changesResult,
  noEncoding,
  resultUnsupported,
  toolCallUnsupported,
} from "../../command-hook/unsupported.js";
import type { CallSource, Calls, Point, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { Denial } from "../../runtime/denial.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { applyChanges, type Document, denial, mergeDocuments, whyDenied, withResult } from "./documents.js";
import { denialForm, EVENTS, type EventName, FIELDS } from "./events.js";
import type { CursorEvent, CursorPayload } from "./native.js";
import { resultText } from "./result-text.js";
import { HOST_TOOLS, isMcp, kindOf } from "./tool-kinds.js";
import { answerSchema, LONGEST_CONTEXT, payloadSchema } from "./wire.js";

const { promptCall, toolCall } = decoderOf(FIELDS, kindOf, sourceOf);

const adapter: OneShotAdapter<EventName, CursorEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "hook_event_name and cursor_version",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: [
    ...["conversation_id", "generation_id", "session_id", "model", "model_id", "model_params"],
    ...["cursor_version", "workspace_roots", "user_email", "transcript_path"],
  ],
  whyUnsupported,
  denialAt,
  encode: encodeDecision,
  denial: denialOf,
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict: () => undefined,
  mergeDocuments,
};

/** Serves the one call for which Cursor starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: CursorEvent): Calls[Point] | undefined {
  const fields = payload as never;
  if (event === "beforeSubmitPrompt") return promptCall(fields);
  if (event === "preToolUse") return toolCall(fields);
  return event === "postToolUse" ? toolOutcome(fields) : failedTool(fields);
}

/**
 * The folder of the process is not used: a hook of the user starts in Cursor's own folder. Outside of a turn, the
 * generation has the id of the conversation.
 */
function sourceOf(payload: CursorEvent): CallSource {
  const { conversation_id: sessionId, generation_id: turnId, workspace_roots: roots, cwd: own } = payload;
  return sourceFrom({
    sessionId: sessionId ?? undefined,
    cwd: typeof own === "string" && own !== "" ? own : roots?.[0],
    turnId: turnId === sessionId ? undefined : (turnId ?? undefined),
  });
}

function toolOutcome(payload: CursorPayload<"postToolUse">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: resultText(payload.tool_output) }, ...durationIn(payload) };
}

function failedTool(payload: CursorPayload<"postToolUseFailure">): ToolOutcome {
  return {
    ...toolCall(payload),
    result: { forLlm: payload.error_message ?? "", isError: true },
    ...durationIn(payload),
  };
}

function durationIn({ duration }: { readonly duration?: number | null }): Pick<ToolOutcome, "durationMs"> {
  return typeof duration === "number" ? durationOf({ duration_ms: duration }) : {};
}

/** Returns whether the result of a call can change: only one of an MCP server's tool that did not fail. */
function canChangeResult({ tool, result }: Calls["afterTool"]): boolean {
  return isMcp(tool) && result.isError !== true;
}

function denialAt(point: Point, failure: Failure, call: Calls[Point]): Denial | undefined {
  if (point === "afterTool" && !canChangeResult(call as Calls["afterTool"])) return undefined;
  return denialFor(point, failure);
}

/** Cursor ignores an answer about a result of its own tools. An unreadable payload may lack the name of the tool. */
function denialOf(event: EventName, failure: Failure, payload: CursorEvent): Document | undefined {
  if (event !== "postToolUse") return denial(event, failure.publicText);
  return isBuiltIn(payload) ? undefined : denial(event, failure.withheldText);
}

function isBuiltIn(payload: CursorEvent): boolean {
  const { tool_name: tool } = Object(payload) as CursorEvent;
  return typeof tool === "string" && !isMcp(tool);
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: CursorEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified(event, decision.patch as ToolCallPatch & ToolResultPatch, payload);
    case "addContext": {
      const result = "patch" in decision ? modified(event, decision.patch as ToolResultPatch, payload) : {};
      return { ...result, additional_context: decision.text };
    }
    case "ask":
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to Cursor: `allow` would skip the user's approval.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function modified(event: EventName, patch: ToolCallPatch & ToolResultPatch, payload: CursorEvent) {
  if (event === "preToolUse") {
    const input = changedArguments(patch, payload.tool_input);
    return input === undefined ? undefined : { updated_input: input };
  }
  const text = changedText(patch);
  const { result } = callOf(event, payload) as Calls["afterTool"];
  return text === undefined || text === result.forLlm ? undefined : withResult(text);
}

const HOST = "Cursor";

/** Returns why Cursor does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return toolCallUnsupported(HOST, call as Calls["beforeTool"], decision as never);
  if (decision.action === "addContext" && decision.text.length > LONGEST_CONTEXT) {
    return `${HOST} drops a context of more than ${LONGEST_CONTEXT} characters, got ${decision.text.length}`;
  }
  if (point === "afterTool") return outcomeUnsupported(call as Calls["afterTool"], decision as never);
  return point === "approveTool" && decision.action === "ask"
    ? `${HOST} does not ask the user because of a hook and would run the tool`
    : undefined;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  switch (decision.action) {
    case "addContext":
      return call.result.isError === true ? `${HOST} reads no answer after a failed tool` : undefined;
    case "deny":
      return canChangeResult(call) ? undefined : UNCHANGEABLE;
    case "modify": {
      const patch = decision.patch as ToolResultPatch;
      if (changesResult(call, patch) && !canChangeResult(call)) return UNCHANGEABLE;
      return resultUnsupported(HOST, call, patch);
    }
    default:
      return `${HOST} cannot be stopped after a tool`;
  }
}

const UNCHANGEABLE = `${HOST} lets a hook change only the result of an MCP server's tool that did not fail`;

/** Returns why Cursor would ignore a native answer, or `undefined`. */
function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: CursorEvent,
): string | undefined {
  const field = document.agent_message === undefined ? "user_message" : "agent_message";
  if (denialForm(event) !== undefined && document.permission !== "ask" && document[field] !== undefined) {
    return `${HOST} shows ${field} only with a denial: deny, or leave it out`;
  }
  if (document.updated_mcp_tool_output !== undefined && isBuiltIn(payload)) return UNCHANGEABLE;
  return event === "preToolUse" && document.updated_input !== undefined && approved
    ? "updated_input would change the call after its approval: change the arguments in beforeTool"
    : undefined;
}
