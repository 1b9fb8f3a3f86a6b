import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { changedArguments, noEncoding, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { type Document, denial, mergeDocuments, whyDenied } from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { GooseEvent, GoosePayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const { sourceOf, toolCall } = decoderOf(FIELDS, kindOf);

const adapter: OneShotAdapter<EventName, GooseEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "event and session_id",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: (_event, payload) => toolCall(payload as GoosePayload<"PreToolUse">),
  sourceOf,
  commonFields: ["session_id", "working_dir"],
  whyUnsupported,
  denialAt: denialFor,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges: (payload) => payload,
  conflict: () => undefined,
  mergeDocuments,
};

/** Serves the one call for which Goose starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(event: EventName, decision: Decisions[Point] | ToolCallOutcome): Document | undefined {
  switch (decision?.action) {
    case "deny":
    case "abortTurn":
    case "hardAbort":
    case "ask":
      return denial(event, decision.reason);
    case "addContext":
    case "modify":
    case "respond":
    case "approve":
    case undefined:
      return undefined;
    default:
      return noEncoding(decision);
  }
}

const HOST = "Goose";

/** Returns why Goose does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (decision?.action === "ask") return `${HOST} does not let a hook ask the user`;
  if (point !== "beforeTool") return undefined;
  return callUnsupported(call as Calls["beforeTool"], decision as Decisions["beforeTool"]);
}

function callUnsupported(call: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  const other = toolCallUnsupported(HOST, call, decision);
  if (other !== undefined || decision.action !== "modify") return other;
  const { arguments: args } = decision.patch as ToolCallPatch;
  if (args === undefined || changedArguments({ arguments: args }, call.arguments) === undefined) return undefined;
  return `${HOST} runs a tool with the model's own arguments: deny, with the arguments to use as the reason`;
}

/** Returns why a native answer is unsupported, or `undefined`: a turn continues with the reason as its prompt. */
function whyNativeUnsupported(event: EventName, { decision, reason }: Document): string | undefined {
  return event === "Stop" && decision === "block" && !reason ? "expected a reason with the block" : undefined;
}
