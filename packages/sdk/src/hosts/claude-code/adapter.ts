import type { OneShotAdapter } from "../../command-hook/adapter.js";
import { decoderOf, durationOf } from "../../command-hook/decode.js";
import { denialFor } from "../../command-hook/denials.js";
import { behaviorOf, permissionDenied, specific } from "../../command-hook/specific-output.js";
import {
  changedArguments,
  changedText,
  noEncoding,
  resultUnsupported,
  toolCallUnsupported,
} from "../../command-hook/unsupported.js";
import type { Calls, Point, ToolCall, ToolOutcome } from "../../hook/calls.js";
import type { Abort, AddContext, Decisions, ToolCallPatch, ToolResultPatch } from "../../hook/decisions.js";
import type { ToolCallOutcome } from "../../runtime/call-state.js";
import type { Denial } from "../../runtime/denial.js";
import type { Failure } from "../../runtime/failure.js";
import { capabilities } from "./capabilities.js";
import {
  applyChanges,
  conflict,
  type Document,
  denial,
  mergeDocuments,
  whyDenied,
  withholding,
  withResult,
} from "./documents.js";
import { EVENTS, type EventName, FIELDS, SKILL_COMMAND } from "./events.js";
import type { ClaudeCodeEvent, ClaudeCodePayload } from "./native.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { takes, textOf, withText } from "./tool-results.js";
import { answerSchema, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

/** Claude Code's wire. The mod's adapter extends it. */
export const adapter: OneShotAdapter<EventName, ClaudeCodeEvent, Document> = {
  capabilities,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd and hook_event_name",
  fields: FIELDS,
  payloadSchema,
  problem: resultProblem,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "prompt_id", "agent_id"],
  whyUnsupported,
  deniesChanges: isSkillCommand,
  denialAt,
  encode: encodeDecision,
  denial: denialForFailure,
  answerSchema,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
};

/**
 * Detects a payload from Copilot CLI, which also runs the hooks in a trusted project's `.claude/settings.json`, under
 * Claude Code's event names (observed).
 */
function resultProblem(_event: EventName, payload: ClaudeCodeEvent): string | undefined {
  if (payload.tool_result === undefined || payload.tool_response !== undefined) return undefined;
  return "tool_result is from Copilot CLI, which expects a different answer: also configure the hook with agent-hook config copilot";
}

function denialForFailure(event: EventName, failure: Failure, payload: ClaudeCodeEvent): Document | undefined {
  return event === "PostToolUse" ? withholding(payload, failure.withheldText) : denial(event, failure.publicText);
}

/** The error of a failed tool cannot be withheld. */
function denialAt(point: Point, failure: Failure, call: Calls[Point]): Denial | undefined {
  return call.raw.hook_event_name === "PostToolUseFailure" ? undefined : denialFor(point, failure);
}

/** Decodes the call of an event with a point. */
function callOf(event: EventName, payload: ClaudeCodeEvent): Calls[Point] {
  const fields = payload as never;
  if (event === "UserPromptSubmit") return promptCall(fields);
  if (isBeforeTool(event)) return toolCall(fields);
  return event === "PostToolUse" ? toolOutcome(fields) : failedTool(fields);
}

function isBeforeTool(event: EventName): boolean {
  return event === "PreToolUse" || event === SKILL_COMMAND;
}

/** Returns whether a call is a shell line of a skill or a command, before Claude Code shows its output to the model. */
function isSkillCommand({ raw }: Pick<ToolCall, "raw">): boolean {
  return raw.hook_event_name === SKILL_COMMAND;
}

function toolOutcome(payload: ClaudeCodePayload<"PostToolUse">): ToolOutcome {
  return {
    ...toolCall(payload),
    result: { forLlm: textOf(payload.tool_name, payload.tool_response) },
    ...durationOf(payload),
  };
}

function failedTool(payload: ClaudeCodePayload<"PostToolUseFailure">): ToolOutcome {
  return { ...toolCall(payload), result: { forLlm: payload.error, isError: true }, ...durationOf(payload) };
}

/** Encodes a decision. Returns `undefined` if the host decides. */
function encodeDecision(
  event: EventName,
  decision: Decisions[Point] | ToolCallOutcome,
  payload: ClaudeCodeEvent,
): Document | undefined {
  switch (decision?.action) {
    case "modify":
      return isBeforeTool(event)
        ? rewritten(decision.patch as ToolCallPatch, payload)
        : changed(decision.patch as ToolResultPatch, payload);
    case "addContext":
      return withContext(event, decision, payload);
    case "ask":
      return specific(event, {
        permissionDecision: "ask",
        permissionDecisionReason: decision.reason,
        ...("patch" in decision && decision.patch?.arguments ? { updatedInput: decision.patch.arguments } : {}),
      });
    case "deny":
      return event === "UserPromptSubmit" ? denial(event, decision.reason) : denied(event, decision.reason, payload);
    case "abortTurn":
    case "hardAbort":
      return stopped(event, decision, payload);
    case "approve":
    case "respond":
    case undefined:
      // `approve` also leaves the decision to the host: "allow" would skip the user's approval.
      return undefined;
    default:
      return noEncoding(decision);
  }
}

/** Sets no permission: Claude Code then asks about the changed call as it would about the original (observed). */
function rewritten(patch: ToolCallPatch, payload: ClaudeCodeEvent): Document | undefined {
  const updatedInput = changedArguments(patch, payload.tool_input);
  return updatedInput === undefined ? undefined : specific("PreToolUse", { updatedInput });
}

function changed(patch: ToolResultPatch, payload: ClaudeCodeEvent): Document | undefined {
  const text = changedText(patch);
  const { tool_name: tool, tool_response: result } = payload;
  if (text === undefined || text === textOf(String(tool), result)) return undefined;
  return withResult(withText(String(tool), result, text));
}

function denied(event: EventName, reason: string, payload: ClaudeCodeEvent): Document {
  return isBeforeTool(event) ? permissionDenied(event, reason) : withholding(payload, reason);
}

/** Adds a text for the model. After a tool, also sends the result, if another member of the hook changed it. */
function withContext(event: EventName, decision: AddContext, payload: ClaudeCodeEvent): Document | undefined {
  const result = "patch" in decision ? changed(decision.patch as ToolResultPatch, payload) : undefined;
  return mergeDocuments(event, [
    ...(result === undefined ? [] : [result]),
    specific(event, { additionalContext: decision.text }),
  ]);
}

/**
 * Ends the turn. Before a tool, also denies the call, because a stop without a denial lets the tool run. After a tool,
 * also sends a changed result, because the next turn contains the result (both observed).
 */
function stopped(event: EventName, decision: Abort, payload: ClaudeCodeEvent): Document {
  const { reason } = decision;
  const stop = { continue: false, stopReason: reason };
  if (isBeforeTool(event)) return { ...stop, ...permissionDenied(event, reason) };
  return "patch" in decision ? { ...stop, ...changed(decision.patch as ToolResultPatch, payload) } : stop;
}

const HOST = "Claude Code";

/** Returns why Claude Code does not support a decision, or `undefined`. */
function whyUnsupported<P extends Point>(point: P, call: Calls[P], decision: Decisions[P]): string | undefined {
  if (isSkillCommand(call)) return skillCommandUnsupported(call as ToolCall, decision as never);
  if (point === "beforeTool") return toolCallUnsupported(HOST, call as Calls["beforeTool"], decision as never);
  return point === "afterTool" ? outcomeUnsupported(call as Calls["afterTool"], decision as never) : undefined;
}

function skillCommandUnsupported(
  call: ToolCall,
  decision: Decisions["beforeTool" | "approveTool"],
): string | undefined {
  if (decision.action === "ask") return "Claude Code asks no one about a shell line of a skill or command";
  if (decision.action === "approve") return undefined;
  const never = toolCallUnsupported(HOST, call, decision);
  if (never !== undefined || decision.action !== "modify") return never;
  const { arguments: args } = decision.patch as ToolCallPatch;
  return args === undefined || changedArguments({ arguments: args }, call.arguments) === undefined
    ? undefined
    : "the hook would change this shell line of a skill or command, which Claude Code does not support: change it in the file";
}

function outcomeUnsupported(call: Calls["afterTool"], decision: Decisions["afterTool"]): string | undefined {
  if (decision.action === "addContext") return undefined;
  if (call.raw.hook_event_name === "PostToolUseFailure") {
    return "Claude Code ignores changes after a failed tool: a hook can only read its error, or add context";
  }
  if (decision.action !== "modify") return undefined;
  const patch = decision.patch as ToolResultPatch;
  return resultUnsupported(HOST, call, patch) ?? shapeUnsupported(call, changedText(patch));
}

function shapeUnsupported({ tool, raw }: Calls["afterTool"], text: string | undefined): string | undefined {
  const { tool_response: result } = raw;
  if (text === undefined || text === textOf(tool, result) || withText(tool, result, text) !== undefined)
    return undefined;
  return `${tool} returns an object or an array, which result.forLlm holds as JSON: expected JSON of the same shape`;
}

/**
 * Returns why a native answer is unsupported, or `undefined`: Claude Code would ignore it, or it would change the call
 * after the hook approved it.
 */
export function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: ClaudeCodeEvent,
): string | undefined {
  const output: Readonly<Record<string, unknown>> = document.hookSpecificOutput ?? {};
  // Denies the shell line of a skill.
  if (event === SKILL_COMMAND) return undefined;
  if ((output.updatedInput ?? behaviorOf(document).updatedInput) !== undefined && approved) {
    return "updatedInput would change the call after its approval: change the arguments in beforeTool";
  }
  if (output.updatedToolOutput === undefined) return undefined;
  const tool = String(payload.tool_name);
  if (takes(tool, payload.tool_response, output.updatedToolOutput)) return undefined;
  return `Claude Code ignores an updatedToolOutput whose shape differs from ${tool}'s own result: change tool_response in place`;
}
