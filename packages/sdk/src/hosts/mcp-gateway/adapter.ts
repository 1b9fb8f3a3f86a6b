import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { changedArguments, noEncoding } from "../../command-hook/unsupported.js";
import type { Calls, Point, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolResult } from "../../hook/message.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { CallService, CallSession, Session } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import {
  answered,
  applyChanges,
  changed,
  type Document,
  denial,
  mergeDocuments,
  resultOf,
  whyDenied,
  withContext,
} from "./documents.js";
import { EVENTS, type EventName, eventOf, FIELDS } from "./events.js";
import type { McpGatewayEvent, McpGatewayPayload } from "./native.js";
import { answerSchema, payloadSchema } from "./wire.js";

const kindOf = () => "mcp" as const;
const { sourceOf, toolCall } = decoderOf(FIELDS, kindOf);

/** Serves the one call for which the gateway starts the process. */
export function serveCall(session: CallSession): CallService {
  const service = serveCommand(session, adapterFor(session));
  return {
    ...service,
    answer: async (input, problem) => (isFailedCall(session, input.value) ? {} : service.answer(input, problem)),
  };
}

/** After a call that ended with a protocol error, the gateway writes `null` (observed). There is nothing to look at. */
function isFailedCall({ variant, event }: Session, value: unknown): boolean {
  return value === null && (variant ?? event) === "after";
}

/** Creates the adapter. The variant is the place of the interceptor, which no payload names. */
function adapterFor({ variant }: Session): OneShotAdapter<EventName, McpGatewayEvent, Document> {
  return {
    capabilities,
    events: EVENTS,
    identifyingFields: "Params or content",
    fields: FIELDS,
    eventOf: (payload) => variant ?? eventOf(payload) ?? "",
    payloadSchema,
    problem: (event, payload) => payloadProblem(event, payload),
    kindOf,
    decodeCall: (event, payload) => (event === "before" ? toolCall(payload) : outcomeOf(payload as never)),
    sourceOf,
    commonFields: [],
    whyUnsupported,
    denialAt: denialFor,
    encode: encodeDecision,
    denial: (event, failure) => denial(event === "after" ? failure.withheldText : failure.publicText),
    answerSchema,
    whyDenied,
    whyNativeUnsupported: () => undefined,
    applyChanges,
    conflict: () => undefined,
    mergeDocuments,
  };
}

function payloadProblem(event: EventName, payload: McpGatewayEvent): string | undefined {
  const found = eventOf(payload);
  if (found === undefined || found === event) return undefined;
  return `expected the payload of ${event}, as --host names it, got one of ${found}`;
}

/** The gateway names neither the tool nor its arguments after a call. */
function outcomeOf(payload: McpGatewayPayload<"after">): ToolOutcome {
  return { tool: "", kind: "mcp", arguments: {}, origin: {}, result: resultOf(payload), raw: payload };
}

/** Encodes a decision. Returns `undefined` to let the call or the result pass. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: McpGatewayEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "after" ? modified(decision.patch as ToolResultPatch, payload) : undefined;
    case "addContext": {
      const result = "patch" in decision ? modified(decision.patch as ToolResultPatch, payload) : undefined;
      return withContext(payload as never, result, decision.text);
    }
    case "respond":
      return answered(decision.result);
    case "ask":
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denial(decision.reason);
    case "approve":
    case undefined:
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function modified({ result }: ToolResultPatch, payload: McpGatewayEvent): Document | undefined {
  return changed(payload as never, typeof result === "string" ? { forLlm: result } : (result ?? {}));
}

const HOST = "Docker's MCP gateway";
/** The fields of a result that reach the client. */
const CARRIED: readonly string[] = ["forLlm", "isError"];

/** Returns why the gateway does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return callUnsupported(call as Calls["beforeTool"], decision as never);
  if (point === "approveTool" && decision?.action === "ask") return `${HOST} cannot ask anyone`;
  return point === "afterTool" ? outcomeUnsupported(decision as never) : undefined;
}

function callUnsupported(call: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  if (decision.action === "respond") return fieldUnsupported(decision.result, [...CARRIED, "structured", "content"]);
  if (decision.action !== "modify") return undefined;
  const { tool, arguments: args } = decision.patch as ToolCallPatch;
  if (tool !== undefined && tool !== call.tool) return `${HOST} cannot call another tool instead`;
  if (args === undefined || changedArguments({ arguments: args }, call.arguments) === undefined) return undefined;
  return `${HOST} passes a call on unchanged: deny, with the arguments to use as the reason`;
}

function outcomeUnsupported(decision: Decisions["afterTool"]): string | undefined {
  if (decision.action === "deny" || decision.action === "addContext") return undefined;
  if (decision.action !== "modify") return `${HOST} cannot end a turn: change the result instead`;
  const { result } = decision.patch as ToolResultPatch;
  return typeof result === "object" ? fieldUnsupported(result, CARRIED) : undefined;
}

function fieldUnsupported(result: Partial<ToolResult>, carried: readonly string[]): string | undefined {
  const other = Object.entries(result).find(([key, value]) => !carried.includes(key) && isSomething(value));
  return other && `${HOST} does not pass on ${other[0]} of a result: leave it out`;
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
