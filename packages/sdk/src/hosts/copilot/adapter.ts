import { isDeepStrictEqual } from "node:util";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf, sourceFrom } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { changedText, noEncoding, resultUnsupported, toolCallUnsupported } from "../../command-hook/unsupported.js";
import type { CallSource, Calls, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { Denial } from "../../runtime/denial.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, CallSession, Session } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import {
  applyChanges,
  CANNOT_ASK_ABOUT_CHANGED,
  conflict,
  type Document,
  denial,
  mergeDocuments,
  whyDenied,
} from "./documents.js";
import { ALIASES, EVENTS, type EventName, FIELDS } from "./events.js";
import type { CopilotEvent, CopilotToolEvent, CopilotToolFailure, CopilotToolOutcome } from "./native.js";
import { argumentsIn, isOneText } from "./tool-args.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const decoder = decoderOf(FIELDS, kindOf, sourceOf);

/** Serves the one call for which Copilot CLI starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, dialectOf(session));
}

/** Creates the adapter. The variant is the name of the event, which no payload contains. */
function dialectOf({ variant }: Session): OneShotAdapter<EventName, CopilotEvent, Document> {
  const nameOf = (payload: CopilotEvent) => variant ?? eventOf(payload) ?? "";
  return {
    capabilities,
    events: EVENTS,
    identifyingFields: "sessionId, cwd, timestamp and the fields of one event, or its name in --host copilot/EVENT",
    fields: FIELDS,
    eventOf: nameOf,
    payloadSchema,
    problem: payloadProblem,
    tools: HOST_TOOLS,
    kindOf,
    decodeCall: (event, payload) => calls[event]?.(payload as never) as Calls[Point],
    sourceOf,
    commonFields: ["sessionId", "timestamp", "cwd"],
    whyUnsupported,
    denialAt: denialAt,
    encode: encodeDecision,
    denial: (event, failure) => denial(event, event === "postToolUse" ? failure.withheldText : failure.publicText),
    answerSchema,
    whyDenied,
    whyNativeUnsupported,
    applyChanges,
    conflict,
    mergeDocuments,
  };
}

function sourceOf({ sessionId, cwd, timestamp }: CopilotEvent): CallSource {
  const time = new Date(timestamp);
  return sourceFrom({ sessionId, cwd, time: Number.isNaN(time.getTime()) ? undefined : time.toISOString() });
}

function payloadProblem(event: EventName, payload: CopilotEvent): string | undefined {
  if (isPascalCase(payload)) {
    return `the hook is configured under a PascalCase name, whose payloads and answers differ: use "${event}"`;
  }
  const said = eventOf(payload);
  if (said === undefined || said === event) return undefined;
  return `expected the event ${event} from --host, got the fields of ${said}`;
}

/** If the tool itself failed, its error cannot be withheld. */
function denialAt(point: Point, failure: Failure, call: Calls[Point]): Denial | undefined {
  return point === "afterTool" && hasFailed(call) ? undefined : denialFor(point, failure);
}

/** Decodes the call of each event with a point. */
const calls: { readonly [Event in EventName]?: (payload: never) => Calls["onPrompt" | "beforeTool" | "afterTool"] } = {
  userPromptSubmitted: decoder.promptCall,
  preToolUse: toolCall,
  postToolUse: toolOutcome,
  postToolUseFailure: toolFailure,
};

function toolCall(payload: CopilotToolEvent): ToolCall {
  return { ...decoder.toolCall(payload), arguments: argumentsIn(payload.toolArgs) };
}

function toolOutcome(payload: CopilotToolOutcome): ToolOutcome {
  const { resultType, textResultForLlm: forLlm } = payload.toolResult;
  return { ...toolCall(payload), result: { forLlm, ...(resultType === "success" ? {} : { isError: true }) } };
}

function toolFailure(payload: CopilotToolFailure): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.error, isError: true } };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that identify the events other than tool calls, their results and permission requests. */
const MARKS: readonly (readonly [EventName, (has: (field: string) => boolean) => boolean])[] = [
  ["preMcpToolCall", (has) => has("serverName")],
  ["notification", (has) => has("notification_type")],
  ["errorOccurred", (has) => has("errorContext")],
  ["preCompact", (has) => has("trigger")],
  ["subagentStart", (has) => has("agentName") && !has("stopReason")],
  ["subagentStop", (has) => has("agentName") && has("stopReason")],
  ["agentStop", (has) => has("stopReason") && !has("agentName")],
  ["sessionStart", (has) => has("source")],
  ["sessionEnd", (has) => has("reason")],
  ["userPromptTransformed", (has) => has("transformedPrompt")],
  ["userPromptSubmitted", (has) => has("prompt") && !has("transformedPrompt")],
];

/** Whether a payload is of an event with a PascalCase name. */
function isPascalCase(payload: Fields): boolean {
  return typeof payload.session_id === "string";
}

/**
 * Returns the event that the fields of a payload identify, or `undefined` if they match none or several. A payload that
 * names a tool is a call that has not run yet, unless it has a result or an error. Fields that are null or unknown are
 * ignored.
 */
export function eventOf(payload: Fields): EventName | undefined {
  if (isPascalCase(payload)) {
    const name = String(payload.hook_event_name);
    return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  }
  const has = (field: string) => Object.hasOwn(payload, field) && payload[field] !== null;
  if (has("toolArgs") || has("toolInput") || (has("toolName") && !has("serverName"))) {
    if (payload.hookName === "permissionRequest" || (!has("toolArgs") && has("toolInput"))) return "permissionRequest";
    if (has("toolResult")) return "postToolUse";
    return typeof payload.error === "string" ? "postToolUseFailure" : "preToolUse";
  }
  const [event, ...others] = MARKS.filter(([, marked]) => marked(has));
  return others.length > 0 ? undefined : event?.[0];
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: CopilotEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return modified(event, decision.patch as ToolCallPatch & ToolResultPatch, payload);
    case "addContext": {
      const result = "patch" in decision ? modified(event, decision.patch as ToolResultPatch, payload) : {};
      return { ...result, additionalContext: decision.text };
    }
    case "ask":
      return { permissionDecision: "ask", permissionDecisionReason: decision.reason };
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denial(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to the host: "allow" would skip its deny rules and the user's approval.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

function modified(
  event: EventName,
  patch: ToolCallPatch & ToolResultPatch,
  payload: CopilotEvent,
): Document | undefined {
  if (patch.arguments !== undefined)
    return { modifiedArgs: argumentsFor(payload as CopilotToolEvent, patch.arguments) };
  const text = changedText(patch);
  if (text === undefined || isUnchanged(event, payload, text)) return undefined;
  return withResult(payload as CopilotToolOutcome, text);
}

function isUnchanged(event: EventName, payload: CopilotEvent, text: string): boolean {
  const call = calls[event]?.(payload as never) as Calls["afterTool"];
  return call.result.forLlm === text;
}

/** Returns the arguments in their original shape. */
function argumentsFor({ toolArgs }: CopilotToolEvent, args: Readonly<Record<string, unknown>>) {
  return isOneText(toolArgs) ? (args.input as string) : args;
}

function withResult({ toolResult }: CopilotToolOutcome, text: string): Document {
  return { modifiedResult: { resultType: toolResult.resultType, textResultForLlm: text } };
}

const HOST = "Copilot CLI";

/** Returns why Copilot CLI does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  return objections[point]?.(call as never, decision as never);
}

const objections: {
  readonly [P in Point]?: (call: Calls[P], decision: Decisions[P]) => string | undefined;
} = {
  beforeTool: (call, decision) => toolCallUnsupported(HOST, call, decision) ?? textUnsupported(call, decision),
  afterTool(call, decision) {
    if (decision.action === "deny") return hasFailed(call) ? UNCHANGEABLE : undefined;
    if (decision.action === "addContext") return undefined;
    if (decision.action !== "modify") return `${HOST} cannot be stopped after a tool: change the result instead`;
    const patch = decision.patch as ToolResultPatch;
    return resultUnsupported(HOST, call, patch) ?? failedUnsupported(call, changedText(patch));
  },
  approveTool(call, decision) {
    if (decision.action !== "ask") return undefined;
    if (isDeepStrictEqual(call.arguments, toolCall(call.raw as never).arguments)) return undefined;
    return CANNOT_ASK_ABOUT_CHANGED;
  },
};

function textUnsupported({ tool, raw }: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  if (decision.action !== "modify" || !isOneText(raw.toolArgs)) return undefined;
  const { arguments: args } = decision.patch as ToolCallPatch;
  const asItCame = args === undefined || (Object.keys(args).join() === "input" && typeof args.input === "string");
  return asItCame ? undefined : `${tool} accepts one text instead of arguments: change only \`input\``;
}

function failedUnsupported(call: Calls["afterTool"], text: string | undefined): string | undefined {
  return text === undefined || text === call.result.forLlm || !hasFailed(call) ? undefined : UNCHANGEABLE;
}

const UNCHANGEABLE = `${HOST} does not let a hook change the error of a failed tool: only postToolUse accepts another result`;

function hasFailed({ raw }: Calls[Point]): boolean {
  return raw.toolResult === undefined;
}

/** Returns why Copilot CLI would ignore a native answer, or `undefined`. */
function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  if (event === "preToolUse" && document.modifiedArgs !== undefined && approved) {
    return "modifiedArgs would change the call after its approval: change the arguments in beforeTool";
  }
  const canContinue = event === "agentStop" || event === "subagentStop";
  if (canContinue && document.decision === "block" && !document.reason) {
    return "expected a reason with the block: the agent continues with the reason as its prompt";
  }
  return undefined;
}
