import { textOfParts } from "../../codec/parts.js";
import {
  asksNobody,
  eventsOf,
  LIKE_DENY,
  no,
  noModelCalls,
  noSuchEvent,
  OWN_ARGUMENTS,
  ownApproval,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { decoderOf } from "../../command-hook/decode.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  denialReasonOf,
  joinedDocuments,
  permissionDenied,
  type SpecificDocument,
  specific,
} from "../../command-hook/specific-output.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type KimiEvent, type KimiPayload, payloadSchema } from "./wire.js";

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const READS_NOTHING = no("Kimi Code reads no answer after a tool");

/** What Kimi Code supports, observed on 2.1.0. */
export const adapter = oneShotAdapter<{ event: EventName; payload: KimiEvent; document: SpecificDocument }>({
  host: "kimi",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "hook_event_name, session_id, cwd and client_type",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "cwd", "client_type", "session_title"],
  table: {
    onPrompt: {
      addContext: { ...yes(), encode: ({ event, decision }) => specific(event, { message: decision.text }) },
      deny: yes(),
    },
    ...noModelCalls(noSuchEvent(TITLE)),
    beforeTool: {
      "modify.arguments": OWN_ARGUMENTS,
      ...SAME_TOOL,
      deny: yes(),
      abortTurn: LIKE_DENY,
      hardAbort: LIKE_DENY,
    },
    approveTool: { approve: ownApproval(TITLE), ask: asksNobody("Kimi Code would run the tool"), deny: yes() },
    afterTool: {
      "modify.result": READS_NOTHING,
      deny: READS_NOTHING,
      abortTurn: READS_NOTHING,
      hardAbort: READS_NOTHING,
      addContext: READS_NOTHING,
    },
    onEvent: { addContext: no(), events: eventsOf(TITLE) },
    tools: TOOLS_OVER_MCP,
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  mergeDocuments,
});

/** Serves the one call for which Kimi Code starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: KimiEvent): Calls[Point] {
  if (event === "UserPromptSubmit") {
    const { prompt } = payload as KimiPayload<"UserPromptSubmit">;
    return { ...promptCall(payload), prompt: textOfParts(prompt) };
  }
  const call = toolCall(payload);
  if (event === "PreToolUse") return call;
  if (event === "PostToolUse")
    return { ...call, result: { forLlm: (payload as KimiPayload<"PostToolUse">).tool_output } };
  const { error } = payload as KimiPayload<"PostToolUseFailure">;
  return { ...call, result: { forLlm: error.message, isError: true } };
}

function denial(event: EventName, reason: string): SpecificDocument | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : permissionDenied(event, reason);
}

/** A denial at `Stop` makes the turn continue. */
function whyDenied(document: SpecificDocument, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : denialReasonOf(document);
}

function mergeDocuments(event: EventName, documents: readonly SpecificDocument[]): SpecificDocument | undefined {
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (reason !== undefined) return denial(event, reason);
  const merged = joinedDocuments(documents);
  const messages = documents.flatMap(({ hookSpecificOutput: output }) => output?.message ?? []);
  if (merged?.hookSpecificOutput === undefined || messages.length === 0) return merged;
  return { ...merged, hookSpecificOutput: { ...merged.hookSpecificOutput, message: messages.join("\n") } };
}

function whyNativeUnsupported(event: EventName, { hookSpecificOutput: output }: SpecificDocument): string | undefined {
  const continues = event === "Stop" && output?.permissionDecision === "deny";
  return continues && !output?.permissionDecisionReason?.trim()
    ? "expected a reason with the denial: Kimi Code continues the turn with the reason as its prompt"
    : undefined;
}
