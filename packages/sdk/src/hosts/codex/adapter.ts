import { textOfBlocks } from "../../codec/content-blocks.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf } from "../../command-hook/decode.js";
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
import type { Calls, Point, ToolOutcome } from "../../hook/calls.js";
import type { AddContext, Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { Failure } from "../../runtime/failure.js";
import type { CallService, CallSession } from "../../runtime/session.js";
import { capabilities } from "./capabilities.js";
import { applyChanges, conflict, type Document, denial, mergeDocuments, whyDenied, withResult } from "./documents.js";
import { EVENTS, type EventName, FIELDS } from "./events.js";
import type { CodexEvent, CodexPayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const adapter: OneShotAdapter<EventName, CodexEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "session_id, cwd, hook_event_name and turn_id",
  fields: FIELDS,
  payloadSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "turn_id", "agent_id"],
  whyUnsupported,
  denialAt: denialFor,
  encode: encodeDecision,
  denial: denialForFailure,
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
};

/** Serves the one call for which Codex starts the process. */
export function serveCall(session: CallSession): CallService {
  return serveCommand(session, adapter);
}

function denialForFailure(event: EventName, failure: Failure): Document | undefined {
  return denied(event, event === "PostToolUse" ? failure.withheldText : failure.publicText);
}

/** After a tool, the model reads the reason instead of the result. */
function denied(event: EventName, reason: string): Document | undefined {
  return event === "PostToolUse" ? withResult(reason) : denial(event, reason);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: CodexEvent): Calls[Point] {
  const fields = payload as never;
  if (event === "UserPromptSubmit") return promptCall(fields);
  return event === "PreToolUse" ? toolCall(fields) : toolOutcome(fields);
}

function toolOutcome(payload: CodexPayload<"PostToolUse">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: textOf(payload.tool_name, payload.tool_response) } };
}

/**
 * Returns the text of a result that the model reads, as far as it is known. The lines that Codex puts before a shell's
 * output are not included.
 */
function textOf(tool: string, result: unknown): string {
  if (typeof result === "string") return result;
  if (result === undefined || result === null) return "";
  if (Array.isArray(result)) return textOfBlocks(result);
  const { content, structuredContent: structured } = result as McpResult;
  if (kindOf(tool) !== "mcp" || !Array.isArray(content)) return JSON.stringify(result);
  // The model reads only the structured result, but a script in code mode gets both (observed).
  const json = structured === undefined || structured === null ? "" : JSON.stringify(structured);
  return [...new Set([json, textOfBlocks(content)])].filter(Boolean).join("\n");
}

interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
}

/** Encodes a decision. Returns `undefined` if the host decides. */
export function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: CodexEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return event === "PreToolUse"
        ? rewritten(decision.patch as ToolCallPatch, payload)
        : changed(decision.patch as ToolResultPatch, payload);
    case "addContext":
      return withContext(event, decision, payload);
    case "ask":
    case "deny":
    case "abortTurn":
    case "hardAbort":
      return denied(event, decision.reason);
    case "approve":
    case "respond":
    case undefined:
      return undefined;
    default:
      return noEncoding(decision);
  }
}

/**
 * Codex accepts changed arguments only with `allow`. That approves nothing: Codex still asks about the changed call
 * (observed).
 */
function rewritten(patch: ToolCallPatch, payload: CodexEvent): Document | undefined {
  const updatedInput = changedArguments(patch, payload.tool_input);
  return updatedInput === undefined ? undefined : specific("PreToolUse", { permissionDecision: "allow", updatedInput });
}

function changed(patch: ToolResultPatch, { tool_name: tool, tool_response: result }: CodexEvent): Document | undefined {
  const text = changedText(patch);
  return text === undefined || text === textOf(String(tool), result) ? undefined : withResult(text);
}

/** Adds a text for the model. After a tool, also sends the result, if another member of the hook changed it. */
function withContext(event: EventName, decision: AddContext, payload: CodexEvent): Document | undefined {
  const result = "patch" in decision ? changed(decision.patch as ToolResultPatch, payload) : undefined;
  return mergeDocuments(event, [
    ...(result === undefined ? [] : [result]),
    specific(event, { additionalContext: decision.text }),
  ]);
}

const HOST = "Codex";
/** A hook sees only the command of these tools. Codex ignores other arguments that a hook sets (observed). */
const ONLY_COMMAND = new Set(["Bash", "apply_patch"]);

/** Returns why Codex does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (point === "beforeTool") return callUnsupported(call as Calls["beforeTool"], decision as never);
  if (point === "afterTool") return outcomeUnsupported(call as Calls["afterTool"], decision as never);
  return point === "approveTool" && decision.action === "ask"
    ? "Codex does not support questions from a hook and would run the tool"
    : undefined;
}

function callUnsupported(call: Calls["beforeTool"], decision: Decisions["beforeTool"]): string | undefined {
  const never = toolCallUnsupported(HOST, call, decision);
  if (never !== undefined || decision.action !== "modify") return never;
  const { arguments: args } = decision.patch as ToolCallPatch;
  return args === undefined ? undefined : argumentsUnsupported(call.tool, args);
}

/** Returns why Codex would not run a tool with exactly these arguments, or `undefined`. */
function argumentsUnsupported(tool: string, args: Readonly<Record<string, unknown>>): string | undefined {
  if (!ONLY_COMMAND.has(tool)) return undefined;
  if (typeof args.command !== "string") return `Codex runs ${tool} with a command: expected a string`;
  const other = Object.keys(args).find((key) => key !== "command");
  return other === undefined ? undefined : `Codex lets a hook change only the command of ${tool}, not ${other}`;
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action === "deny") return undefined;
  if (decision.action === "addContext") return undefined;
  if (decision.action !== "modify") return "Codex cannot be stopped after a tool: change the result instead";
  const patch = decision.patch as ToolResultPatch;
  const text = changedText(patch);
  const empties = text?.trim() === "" && text !== textOf(call.tool, call.raw.tool_response);
  return (
    resultUnsupported(HOST, call, patch) ?? (empties ? "Codex ignores an empty result: return some text" : undefined)
  );
}

/**
 * Returns why a native answer is unsupported, or `undefined`: Codex would drop it, or it would change the call after
 * the hook approved it.
 */
export function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: CodexEvent,
): string | undefined {
  if (event === "PreToolUse") return permissionUnsupported(document, approved) ?? inputUnsupported(document, payload);
  const says = event === "PostToolUse" || event === "Stop" || event === "SubagentStop";
  if (!says || (document.decision === undefined && document.reason === undefined)) return undefined;
  if (document.decision === undefined) return "Codex accepts a reason only with a decision";
  return document.reason?.trim() ? undefined : `Codex accepts decision "block" at ${event} only with a reason`;
}

function permissionUnsupported({ hookSpecificOutput: output }: Document, approved: boolean): string | undefined {
  const { permissionDecision: permission, permissionDecisionReason: reason } = output ?? {};
  const input = output?.updatedInput;
  if (input !== undefined && permission !== "allow")
    return 'Codex accepts updatedInput only with permissionDecision "allow"';
  if (permission === "allow" && input === undefined) {
    return 'Codex accepts permissionDecision "allow" only with updatedInput: leave it out';
  }
  if (reason !== undefined && permission === undefined) {
    return "Codex accepts permissionDecisionReason only with a permissionDecision";
  }
  return input !== undefined && approved
    ? "updatedInput would change the call after its approval: change the arguments in beforeTool"
    : undefined;
}

function inputUnsupported({ hookSpecificOutput: output }: Document, payload: CodexEvent): string | undefined {
  const input = output?.updatedInput;
  if (input === undefined) return undefined;
  return argumentsUnsupported(String(payload.tool_name), input as Readonly<Record<string, unknown>>);
}
