import { textOfParts } from "../../codec/parts.js";
import {
  asksNobody,
  eventsOf,
  no,
  ownApproval,
  partly,
  replacing,
  rewriting,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { replacementUnsupported } from "../../command-hook/changes.js";
import { decoderOf } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import {
  contextFor,
  describeSetTwice,
  eventFields,
  joinedDocuments,
  type SpecificDocument,
  specific,
  withDenial,
  withLastReason,
} from "../../command-hook/specific-output.js";
import type { Calls, Point, ToolCall } from "../../hook/calls.js";
import type { Abort } from "../../hook/decisions.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { changedReply, changedRequest, llmCall, llmReply, whyReplyStays, whyRequestStays } from "./model-calls.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type GeminiEvent, type GeminiPayload, payloadSchema } from "./wire.js";

const decoder = decoderOf(FIELDS, kindOf);

const AS_ABORT = "as abortTurn";
const ESCAPED = '"<" and ">" arrive as "&lt;" and "&gt;"';

interface Stop {
  readonly decision: Abort;
  readonly changed: SpecificDocument | undefined;
}
// Also sends the result, if another member of the hook changed it.
const encode = ({ decision, changed }: Stop) => ({ ...changed, ...stopped(decision.reason) });

/** What Gemini CLI supports, observed on 0.61.0. */
export const adapter = oneShotAdapter<{ event: EventName; payload: GeminiEvent; document: SpecificDocument }>({
  host: "gemini",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "session_id, transcript_path, cwd, hook_event_name and timestamp",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf: decoder.sourceOf,
  commonFields: ["session_id", "transcript_path", "cwd", "timestamp"],
  table: {
    onPrompt: { addContext: { ...partly(ESCAPED), encode: contextFor }, deny: yes() },
    beforeLlm: {
      "modify.messages": {
        ...partly(
          "only texts, in place: messages cannot be added, removed or moved; tool calls, their results and files are not shown",
        ),
        encode: ({ decision, payload }) => changedRequest(decision.patch, payload),
        unless: whyRequestStays,
      },
      "modify.model": yes(),
      "modify.tools": no("offer tools over MCP"),
      "modify.options": partly("temperature, topP, topK and maxOutputTokens"),
      deny: yes(AS_ABORT),
      abortTurn: { ...yes(), encode },
      hardAbort: { ...partly(AS_ABORT), encode },
    },
    afterLlm: {
      "modify.content": {
        ...partly("for each piece of a reply that has text; a change drops a tool call in that piece"),
        encode: ({ decision, payload }) => changedReply(decision.patch, payload),
        unless: whyReplyStays,
      },
      "modify.reasoning": no(),
      "modify.toolCalls": no("not shown: deny in beforeTool"),
      deny: partly(AS_ABORT),
      abortTurn: {
        ...partly("the piece is not shown and its tool call does not run; earlier pieces were already shown"),
        encode,
      },
      hardAbort: { ...partly(AS_ABORT), encode },
    },
    beforeTool: {
      "modify.arguments": {
        ...yes("the model is told that they changed"),
        encode: rewriting((tool_input) => specific("BeforeTool", { tool_input })),
      },
      ...SAME_TOOL,
      deny: yes(),
      abortTurn: { ...yes(), encode },
      hardAbort: { ...partly(AS_ABORT), encode },
    },
    approveTool: {
      approve: ownApproval(TITLE),
      // Gemini CLI does not report whether someone can be asked.
      ask: asksNobody("if no one can be asked, Gemini CLI would wait forever"),
      deny: yes(),
    },
    afterTool: {
      "modify.result": {
        ...partly("only the text, also of a failed tool; the model reads it as an error, and the user sees it too"),
        // For an empty reason, Gemini CLI uses its own.
        encode: replacing((text) => denied(text || " ")),
        unless: (call, { patch }) => replacementUnsupported(TITLE, call, patch),
      },
      deny: yes("the model reads the reason, as an error, instead of the result"),
      abortTurn: { ...yes(), encode },
      hardAbort: { ...partly(AS_ABORT), encode },
      addContext: {
        ...partly(ESCAPED),
        // Next to a changed result, Gemini CLI drops the text, so it is appended to the result.
        encode: (given) =>
          given.changed === undefined ? contextFor(given) : denied(`${given.changed.reason}\n\n${given.decision.text}`),
      },
    },
    onEvent: {
      addContext: no("not seen to have an effect at any event: use onPrompt"),
      events: eventsOf(TITLE),
    },
    tools: TOOLS_OVER_MCP,
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  conflict,
  mergeDocuments,
});

/** Serves the one call for which Gemini CLI starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: GeminiEvent): Calls[Point] {
  if (event === "BeforeAgent") return decoder.promptCall(payload);
  if (event === "BeforeModel") return llmCall(payload);
  if (event === "AfterModel") return llmReply(payload);
  return event === "BeforeTool" ? toolCall(payload) : toolOutcome(payload as GeminiPayload<"AfterTool">);
}

function toolCall(payload: GeminiEvent): ToolCall {
  const { cwd, ...call } = decoder.toolCall(payload);
  const kind = payload.mcp_context === undefined ? call.kind : "mcp";
  // Only a shell certainly uses `cwd`. Gemini CLI resolves a missing relative path to any file whose path ends with it.
  const isCertain = cwd !== undefined && kind === "shell";
  return { ...call, kind, ...(isCertain ? { cwd } : {}) };
}

function toolOutcome(payload: GeminiPayload<"AfterTool">): Calls["afterTool"] {
  const { llmContent, returnDisplay, error } = payload.tool_response;
  return {
    ...toolCall(payload),
    result: {
      forLlm: textOfParts(llmContent),
      ...(typeof returnDisplay === "string" ? { forUser: returnDisplay } : {}),
      ...(error === undefined || error === null ? {} : { isError: true }),
    },
  };
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string): SpecificDocument | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined) return undefined;
  return form === "stop" ? stopped(reason) : denied(reason);
}

/** Denies a tool call. After a tool, the model reads the reason instead of the result, as an error. */
function denied(reason: string): SpecificDocument {
  return { decision: "deny", reason };
}

/** Ends the turn. The model is not called again. */
function stopped(stopReason: string): SpecificDocument {
  return { continue: false, stopReason };
}

/** At the end of a turn, a denial requests another try. */
function whyDenied(document: SpecificDocument, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined) return undefined;
  if (document.continue === false) return document.stopReason || document.reason || "denied";
  return isDenial(document) ? document.reason || "denied" : undefined;
}

function isDenial({ decision }: SpecificDocument): boolean {
  return decision === "deny" || decision === "block";
}

/** Only fields that later handlers do not see can conflict. */
function conflict(documents: readonly SpecificDocument[]): string | undefined {
  return describeSetTwice(documents.map(eventFields), ["toolConfig", "tailToolCallRequest"]);
}

function applyChanges(payload: GeminiEvent, document: SpecificDocument): GeminiEvent {
  const { tool_input, llm_request, llm_response } = eventFields(document);
  const { hook_event_name: event, tool_response: result, llm_request: request } = payload;
  return {
    ...payload,
    ...(tool_input === undefined ? {} : { tool_input }),
    ...(llm_request === undefined ? {} : { llm_request: { ...(request as object), ...(llm_request as object) } }),
    ...(llm_response === undefined ? {} : { llm_response }),
    ...(event === "AfterTool" && isDenial(document)
      ? { tool_response: { ...(result as object), llmContent: document.reason } }
      : {}),
  };
}

/** The changes in a document. They are dropped if the event is denied. */
const REWRITES = ["tool_input", "llm_request", "toolConfig", "tailToolCallRequest"];

/** A denial has a reason, and is always written as `deny`. */
function mergeDocuments(event: EventName, documents: readonly SpecificDocument[]): SpecificDocument | undefined {
  const joined = withWholeRequest(event, documents, joinedDocuments(documents));
  const whole = withLastReason(joined, documents, (document) => event === "AfterTool" && isDenial(document));
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (whole === undefined || reason === undefined) return whole;
  const form = {
    ...(documents.some(isDenial) ? { decision: "deny", reason: whole.reason || reason } : {}),
    ...(whole.continue === false ? { stopReason: whole.stopReason || reason } : {}),
  };
  return withDenial<SpecificDocument>(form, whole, REWRITES);
}

/** Combines the parts of a request that several answers change. */
function withWholeRequest(
  event: EventName,
  documents: readonly SpecificDocument[],
  whole: SpecificDocument | undefined,
): SpecificDocument | undefined {
  const requests = documents.flatMap((document) => (eventFields(document).llm_request ?? []) as object);
  if (whole === undefined || requests.length < 2) return whole;
  return { ...whole, ...specific(event, { ...eventFields(whole), llm_request: Object.assign({}, ...requests) }) };
}

function whyNativeUnsupported(event: EventName, document: SpecificDocument, approved: boolean): string | undefined {
  const output: Readonly<Record<string, unknown>> = document.hookSpecificOutput ?? {};
  if (event === "BeforeTool" && output.tool_input !== undefined && approved) return changesApproved("tool_input");
  if (event === "BeforeModel" && output.llm_response !== undefined && !isDenial(document)) {
    return 'Gemini CLI reads llm_response only with decision: "deny"';
  }
  if (event === "AfterAgent" && isDenial(document) && !document.reason) {
    return "expected a reason with the denial: Gemini CLI retries the turn with the reason as its prompt";
  }
  return undefined;
}
