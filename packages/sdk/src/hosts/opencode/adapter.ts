import { textOfBlocks } from "../../codec/content-blocks.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  changedArguments,
  changedText,
  noEncoding,
  resultUnsupported,
  toolCallUnsupported,
} from "../../command-hook/unsupported.js";
import type { Calls, Point, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { aborted, applyChanges, conflict, type Document, denial, mergeDocuments, whyDenied } from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { OpencodeEvent, OpencodePayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const adapter: OneShotAdapter<EventName, OpencodeEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "hook_event_name, session_id, cwd and timestamp",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "cwd", "timestamp"],
  whyUnsupported,
  denialAt: denialFor,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, event === "tool.execute.after" ? failure.withheldText : failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported: () => undefined,
  applyChanges,
  conflict,
  mergeDocuments,
};

/** Serves the one call for which the plugin starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: OpencodeEvent): Calls[Point] {
  const fields = payload as never;
  if (event === "chat.message") return promptCall(fields);
  return event === "tool.execute.before" ? toolCall(fields) : toolOutcome(fields);
}

function toolOutcome(payload: OpencodePayload<"tool.execute.after">): ToolOutcome {
  const { content, output = "" } = payload.tool_response;
  return { ...toolCall(payload), result: { forLlm: content === undefined ? output : textOfBlocks(content) } };
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: OpencodeEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified(event, decision.patch as ToolCallPatch & ToolResultPatch, payload);
    case "addContext": {
      const result = "patch" in decision ? changed(decision.patch as ToolResultPatch, payload) : {};
      return { ...result, context: decision.text };
    }
    case "deny":
      return denial(event, decision.reason);
    case "abortTurn":
    case "hardAbort":
      return aborted(event, decision.reason);
    case "ask":
      return denial(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to opencode's own permissions: a plugin cannot approve.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function modified(
  event: EventName,
  patch: ToolCallPatch & ToolResultPatch,
  payload: OpencodeEvent,
): Document | undefined {
  if (event === "tool.execute.after") return changed(patch, payload);
  const args = changedArguments(patch, payload.tool_input);
  return args === undefined ? undefined : { args };
}

function changed(patch: ToolResultPatch, payload: OpencodeEvent): Document | undefined {
  const output = changedText(patch);
  const { result } = toolOutcome(payload as OpencodePayload<"tool.execute.after">);
  return output === undefined || output === result.forLlm ? undefined : { output };
}

const HOST = "opencode";

/** Returns why opencode does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return toolCallUnsupported(HOST, call as Calls["beforeTool"], decision as never);
  if (point === "approveTool" && decision?.action === "ask") return `a plugin cannot make ${HOST} ask the user`;
  if (point !== "afterTool" || decision?.action !== "modify") return undefined;
  return resultUnsupported(HOST, call as Calls["afterTool"], decision.patch as ToolResultPatch);
}
