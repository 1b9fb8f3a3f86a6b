import { textOfParts } from "../../codec/parts.js";
import {
  eventsOf,
  LIKE_DENY,
  NO_STOP,
  noModelCalls,
  noSuchEvent,
  OWN_ARGUMENTS,
  ownApproval,
  partly,
  replacing,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { changedText, replacementUnsupported } from "../../command-hook/changes.js";
import { decoderOf, durationOf } from "../../command-hook/decode.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  behaviorDenied,
  behaviorOf,
  contextFor,
  denialReasonOf,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
  withDenial,
} from "../../command-hook/specific-output.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Modify } from "../../hook/decisions.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, payloadSchema, type QwenEvent, type QwenPayload } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const ESCAPED = '"<" and ">" arrive as "&lt;" and "&gt;"';
const UNCHANGEABLE = "Qwen Code does not let a hook change the error of a failed tool";

/** What Qwen Code supports, observed on 0.24.4. */
export const adapter = oneShotAdapter<{ event: EventName; payload: QwenEvent; document: SpecificDocument }>({
  host: "qwen",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd, hook_event_name, timestamp and permission_mode",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "timestamp", "prompt_id", "agent_id"],
  // Qwen Code waits a minute for the hooks of one event, and then continues without them. The launcher ends earlier.
  longestCallMs: 55_000,
  table: {
    onPrompt: { addContext: { ...partly(ESCAPED), encode: contextFor }, deny: yes() },
    ...noModelCalls(noSuchEvent(TITLE)),
    beforeTool: {
      "modify.arguments": OWN_ARGUMENTS,
      ...SAME_TOOL,
      deny: yes(),
      abortTurn: LIKE_DENY,
      hardAbort: LIKE_DENY,
    },
    approveTool: {
      // Leaves the decision to Qwen Code: "allow" would override the denial of another hook.
      approve: ownApproval(TITLE, "came before"),
      ask: {
        ...partly(
          "headless runs cannot ask anyone and deny the call with the reason; that others ask is from the source code",
        ),
        encode: ({ event, decision }) => asked(event, decision.reason),
      },
      deny: yes(),
    },
    afterTool: {
      "modify.result": {
        ...partly(
          "only the text, and not of a failed tool; the model reads it as an error, and the user that the tool did not run",
        ),
        // For an empty reason, Qwen Code uses its own.
        encode: replacing((text) => stopped(text || " ")),
        unless: whyResultStays,
      },
      deny: {
        ...partly("the model reads the reason, as an error, instead of the result, but not of a failed tool"),
        unless: (call) => (hasFailed(call) ? UNCHANGEABLE : undefined),
      },
      abortTurn: NO_STOP,
      hardAbort: NO_STOP,
      addContext: {
        ...partly(ESCAPED),
        // Next to a changed result, Qwen Code drops the text, so it is appended to the result.
        encode: (given) =>
          given.changed === undefined
            ? contextFor(given)
            : stopped(`${given.changed.stopReason}\n\n${given.decision.text}`),
      },
    },
    onEvent: {
      addContext: { ...partly(`at SessionStart and PostToolBatch; ${ESCAPED}`), encode: contextFor },
      events: eventsOf(TITLE),
    },
    tools: TOOLS_OVER_MCP,
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  mergeDocuments,
});

/** Serves the one call for which Qwen Code starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: QwenEvent): Calls[Point] | undefined {
  if (event === "UserPromptSubmit") {
    // The event also occurs before each further model call of a turn, without a prompt (observed).
    return payload.prompt === "" ? undefined : promptCall(payload);
  }
  const call = toolCall(payload);
  if (event === "PreToolUse") return call;
  if (event !== "PostToolUse") {
    const failed = payload as QwenPayload<"PostToolUseFailure">;
    return { ...call, result: { forLlm: failed.error, isError: true }, ...durationOf(failed) };
  }
  const its = payload as QwenPayload<"PostToolUse">;
  const { llmContent, returnDisplay } = its.tool_response;
  const shown = typeof returnDisplay === "string" ? { forUser: returnDisplay } : {};
  return { ...call, result: { forLlm: textOfParts(llmContent), ...shown }, ...durationOf(its) };
}

function hasFailed({ raw }: Calls["afterTool"]): boolean {
  return raw.hook_event_name === "PostToolUseFailure";
}

function whyResultStays(call: Calls["afterTool"], { patch }: Modify<"afterTool">): string | undefined {
  const text = changedText(patch);
  if (hasFailed(call) && text !== undefined && text !== call.result.forLlm) return UNCHANGEABLE;
  return replacementUnsupported(TITLE, call, patch);
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string): SpecificDocument | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === "permission") return { ...stopped(reason), ...permissionDenied(event, reason) };
  if (form === "behavior") return behaviorDenied(event, reason);
  if (form === "stop") return stopped(reason);
  return form === "block" ? { decision: "block", reason } : undefined;
}

/** Asks the user about a call. In a headless run, the call is denied with the reason. */
function asked(event: EventName, reason: string): SpecificDocument {
  return { ...stopped(reason), ...specific(event, { permissionDecision: "ask", permissionDecisionReason: reason }) };
}

/**
 * Creates a stop. After a tool, the model reads the reason as an error, instead of the result. Before a tool, a stop
 * keeps a denial in force even if another hook answers `allow`, which overrides a `permissionDecision` (observed).
 */
function stopped(stopReason: string): SpecificDocument {
  return { continue: false, stopReason };
}

/** `Stop` and `SubagentStop` continue after a block. */
function whyDenied(document: SpecificDocument, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined || isQuestion(document) ? undefined : denialReasonOf(document);
}

/** Whether a document asks the user. Such a document also contains a stop, in case another hook allows the call. */
function isQuestion({ hookSpecificOutput: output }: SpecificDocument): boolean {
  return output?.permissionDecision === "ask";
}

function applyChanges(payload: QwenEvent, document: SpecificDocument): QwenEvent {
  const { updatedInput } = behaviorOf(document);
  const isWithheld = payload.hook_event_name === "PostToolUse" && document.continue === false;
  return {
    ...payload,
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput as QwenEvent }),
    ...(isWithheld
      ? { tool_response: { ...(payload.tool_response as object), llmContent: document.stopReason ?? "" } }
      : {}),
  };
}

/** Merges several answers to one event. A denial has the form that Qwen Code enforces. */
function mergeDocuments(event: EventName, documents: readonly SpecificDocument[]): SpecificDocument | undefined {
  const whole = joinedDocuments(documents);
  // A changed result already has the changes of the answers before it.
  const isResult = event === "PostToolUse";
  const denying = documents.filter((document) => whyDenied(document, event) !== undefined);
  const chosen = isResult ? denying.at(-1) : denying[0];
  const reason = chosen && whyDenied(chosen, event);
  if (whole === undefined) return undefined;
  const question = documents.find(isQuestion);
  if (reason === undefined) return question === undefined ? whole : withQuestion(event, question, whole);
  const form = denial(event, isResult ? (chosen?.stopReason ?? reason) : reason) ?? {};
  const denied = withDenial(form, whole, []);
  if (!documents.some((document) => behaviorOf(document).interrupt === true)) return denied;
  const decision = { ...behaviorOf(denied), interrupt: true };
  return { ...denied, ...specific(event, { ...eventFields(denied), decision }) };
}

function withQuestion(event: EventName, question: SpecificDocument, whole: SpecificDocument): SpecificDocument {
  const reason = String(eventFields(question).permissionDecisionReason ?? question.stopReason ?? "");
  return { ...whole, ...asked(event, reason) };
}

/** Qwen Code needs a reason to continue a turn. */
function whyNativeUnsupported(event: EventName, document: SpecificDocument): string | undefined {
  const canContinue = event === "Stop" || event === "SubagentStop";
  const isBlocked = document.decision === "block" || document.continue === false;
  if (canContinue && isBlocked && !document.reason && !document.stopReason) {
    return "expected a reason with the block: Qwen Code continues the turn with the reason as its prompt";
  }
  return undefined;
}
