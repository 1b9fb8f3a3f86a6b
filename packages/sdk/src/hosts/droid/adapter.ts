import {
  asksNobody,
  eventsOf,
  no,
  noModelCalls,
  noSuchEvent,
  ownApproval,
  partly,
  rewriting,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { decoderOf } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import { withPatchMarks } from "../../command-hook/patch-marks.js";
import {
  contextFor,
  denialReasonOf,
  eventFields,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
  withDenial,
} from "../../command-hook/specific-output.js";
import type { Calls, Point, ToolCall } from "../../hook/calls.js";
import type { Abort, Modify } from "../../hook/decisions.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type DroidEvent, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const NOT_IN_EXEC = "not called for the prompt of droid exec";
const NOT_WHEN_FAILED = "not called for a failed tool, such as a command that exits with a code other than 0";
const encode = ({ decision }: { readonly decision: Abort }) => stopped(decision.reason);

/** What Droid supports, observed on 0.225.2. */
export const adapter = oneShotAdapter<{ event: EventName; payload: DroidEvent; document: SpecificDocument }>({
  host: "droid",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd, permission_mode and hook_event_name",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "permission_mode", "message_id"],
  table: {
    onPrompt: { addContext: { ...partly(NOT_IN_EXEC), encode: contextFor }, deny: partly(NOT_IN_EXEC) },
    ...noModelCalls(noSuchEvent(TITLE)),
    beforeTool: {
      "modify.arguments": {
        ...partly("changes and adds arguments, but removes none"),
        encode: rewriting((updatedInput) => specific("PreToolUse", { updatedInput })),
        unless: whyArgumentsStay,
      },
      ...SAME_TOOL,
      deny: yes(),
      abortTurn: { ...yes(), encode },
      hardAbort: { ...yes(), encode },
    },
    // `approve` leaves the decision to Droid: "allow" would override the denial of a later hook.
    approveTool: { approve: ownApproval(TITLE), ask: asksNobody("Droid would run the tool"), deny: yes() },
    afterTool: {
      "modify.result": no("deny ends the turn without the result"),
      deny: partly(`the turn ends, and the model reads neither result nor reason; ${NOT_WHEN_FAILED}`),
      abortTurn: { ...partly(NOT_WHEN_FAILED), encode },
      hardAbort: { ...partly(NOT_WHEN_FAILED), encode },
      addContext: { ...partly(NOT_WHEN_FAILED), encode: contextFor },
    },
    onEvent: { addContext: { ...yes("at SessionStart"), encode: contextFor }, events: eventsOf(TITLE) },
    tools: TOOLS_OVER_MCP,
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  mergeDocuments,
});

/** Serves the one call for which Droid starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: DroidEvent): Calls[Point] {
  if (event === "UserPromptSubmit") return promptCall(payload);
  const { arguments: args, ...its } = toolCall(payload);
  const call = { ...its, arguments: its.tool === "ApplyPatch" ? withPatchMarks(args) : args };
  if (event === "PreToolUse") return call;
  const { tool_response: result } = payload;
  return { ...call, result: { forLlm: typeof result === "string" ? result : (JSON.stringify(result) ?? "") } };
}

function whyArgumentsStay({ arguments: args }: ToolCall, { patch }: Modify<"beforeTool">): string | undefined {
  const { arguments: changed } = patch;
  const kept = changed && Object.keys(args).find((name) => changed[name] === undefined);
  return kept === undefined ? undefined : `Droid keeps an argument that a hook leaves out: give ${kept} a value`;
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string): SpecificDocument | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === "permission") return permissionDenied(event, reason);
  return form === "stop" ? stopped(reason) : undefined;
}

/** Ends the turn. The model reads neither the reason nor the result of a tool that ran before (observed). */
function stopped(stopReason: string): SpecificDocument {
  return { continue: false, stopReason };
}

function whyDenied(document: SpecificDocument, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : denialReasonOf(document);
}

function applyChanges(payload: DroidEvent, document: SpecificDocument): DroidEvent {
  const { updatedInput } = eventFields(document);
  if (updatedInput === undefined) return payload;
  if (payload.hook_event_name !== "PreToolUse") return { ...payload, ...(updatedInput as object) };
  return { ...payload, tool_input: { ...(payload.tool_input as object), ...(updatedInput as object) } };
}

/** A stop is kept, because it is stronger than a denial. */
function mergeDocuments(event: EventName, documents: readonly SpecificDocument[]): SpecificDocument | undefined {
  const whole = joinedDocuments(documents);
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  const form = reason === undefined ? undefined : denial(event, reason);
  return whole === undefined || form === undefined ? whole : withDenial(form, whole, ["updatedInput"]);
}

function whyNativeUnsupported(event: EventName, document: SpecificDocument, approved: boolean): string | undefined {
  if (event === "Stop" && document.decision === "block" && !document.reason?.trim()) {
    return "expected a reason with the block: Droid continues the turn with the reason as its prompt";
  }
  return event === "PreToolUse" && approved && document.hookSpecificOutput?.updatedInput !== undefined
    ? changesApproved("updatedInput")
    : undefined;
}
