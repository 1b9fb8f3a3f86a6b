import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { sourceFrom } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { changedArguments, changesResult, noEncoding, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { CallSource, Calls, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { applyChanges, type Document, denial, mergeDocuments, whyDenied } from "./documents.js";
import { EVENTS, type EventName, eventNamed, FIELDS } from "./events.js";
import type { ClineEvent, ClinePayload } from "./native.js";
import { argumentsOf, textOf } from "./tool-input.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const adapter: OneShotAdapter<EventName, ClineEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "hookName, taskId, timestamp and agent_id",
  fields: FIELDS,
  eventOf: (payload) => eventNamed(payload.hookName),
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: [
    ...["clineVersion", "timestamp", "taskId", "sessionContext", "workspaceRoots", "workspaceInfo"],
    ...["userId", "agent_id", "parent_agent_id"],
  ],
  whyUnsupported,
  denialAt: denialFor,
  encode: encodeDecision,
  denial: (event, failure) => denial(event, event === "PostToolUse" ? failure.withheldText : failure.publicText),
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict: () => undefined,
  mergeDocuments,
};

/** Serves the one call for which Cline starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: ClineEvent): Calls[Point] | undefined {
  return event === "PreToolUse" ? toolCall(payload as never) : toolOutcome(payload as never);
}

function sourceOf(payload: ClineEvent): CallSource {
  const { taskId, sessionContext, workspaceRoots: [cwd] = [], timestamp, agent_id: agentId } = payload;
  return sourceFrom({ sessionId: sessionContext?.rootSessionId ?? taskId, cwd, time: timestamp, agentId });
}

function toolCall(payload: ClinePayload<"PreToolUse">): ToolCall {
  return decoded(payload.tool_call, payload);
}

function decoded({ id, name: tool, input }: ClinePayload<"PreToolUse">["tool_call"], payload: ClineEvent): ToolCall {
  const args = argumentsOf(tool, input);
  return { ...(id ? { id } : {}), tool, kind: kindOf(tool), arguments: args, ...sourceOf(payload), raw: payload };
}

function toolOutcome(payload: ClinePayload<"PostToolUse">): ToolOutcome {
  const { output, error, durationMs } = payload.tool_result;
  return {
    ...decoded(payload.tool_result, payload),
    result: { forLlm: textOf(output), ...(error === undefined ? {} : { isError: true }) },
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: ClineEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "PreToolUse" ? rewritten(decision.patch as ToolCallPatch, payload as never) : undefined;
    case "addContext":
      return { context: decision.text };
    case "ask":
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function rewritten(patch: ToolCallPatch, { tool_call: call }: ClinePayload<"PreToolUse">): Document | undefined {
  const overrideInput = changedArguments(patch, argumentsOf(call.name, call.input));
  return overrideInput === undefined ? undefined : { overrideInput };
}

const HOST = "Cline";

/** Returns why Cline does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return toolCallUnsupported(HOST, call as Calls["beforeTool"], decision as never);
  if (point === "afterTool") return outcomeUnsupported(call as Calls["afterTool"], decision as never);
  return point === "approveTool" && decision.action === "ask"
    ? `${HOST} does not support questions from a hook and would run the tool`
    : undefined;
}

/** In characters (observed). */
const LONGEST_CONTEXT = 50_000;

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action === "addContext" && decision.text.length > LONGEST_CONTEXT) {
    return `${HOST} passes on at most ${LONGEST_CONTEXT} characters of context, got ${decision.text.length}`;
  }
  if (decision.action !== "modify") return undefined;
  if (!changesResult(call, decision.patch as ToolResultPatch)) return undefined;
  return `${HOST} does not let a hook change a result: deny ends the run without it`;
}

/** Returns why a native answer is unsupported, or `undefined`. */
function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  if (document.cancel !== true && document.errorMessage !== undefined) {
    return "expected cancel next to errorMessage: without it, Cline runs the tool and gives the text to the model";
  }
  return event === "PreToolUse" && approved && document.overrideInput !== undefined
    ? "overrideInput would change the call after its approval: change the arguments in beforeTool"
    : undefined;
}
