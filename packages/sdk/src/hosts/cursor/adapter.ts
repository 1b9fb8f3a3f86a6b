import {
  asksNobody,
  eventsOf,
  LIKE_DENY,
  no,
  noModelCalls,
  noSuchEvent,
  ownApproval,
  partly,
  replacing,
  rewriting,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { changesResult, resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf, durationOf, sourceFrom } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import type { CallSource, Calls, Point } from "../../hook/calls.js";
import type { AddContext, Modify } from "../../hook/decisions.js";
import type { CallSession } from "../../runtime/session.js";
import { denialForm, EVENTS, type EventName, FIELDS, failsClosed, TITLE } from "./events.js";
import { resultText, withResult } from "./result-text.js";
import { HOST_TOOLS, isMcp, kindOf } from "./tool-kinds.js";
import { answerSchema, type CursorEvent, type CursorPayload, LONGEST_CONTEXT, payloadSchema } from "./wire.js";

/** What Cursor reads: one JSON object. This type has the fields for all events. */
interface Document {
  readonly permission?: "allow" | "deny" | "ask";
  readonly user_message?: string;
  readonly agent_message?: string;
  readonly updated_input?: Readonly<Record<string, unknown>>;
  readonly updated_mcp_tool_output?: { readonly content: readonly unknown[] };
  readonly additional_context?: string;
  readonly continue?: boolean;
  readonly followup_message?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly pluginPaths?: readonly string[];
}

const { promptCall, toolCall } = decoderOf(FIELDS, kindOf, sourceOf);

const ONLY_MCP = "only of an MCP server's tool that did not fail";
const SHORT = "at most 10,000 characters";
const NO_STOP = no("Cursor cannot be stopped after a tool");
const UNCHANGEABLE = "Cursor lets a hook change only the result of an MCP server's tool that did not fail";

interface Context {
  readonly decision: AddContext;
  readonly changed: Document | undefined;
}
const encode = ({ decision, changed }: Context): Document => ({ ...changed, additional_context: decision.text });

/** What Cursor supports, from its manual and public reports; not run. */
export const adapter = oneShotAdapter<{ event: EventName; payload: CursorEvent; document: Document }>({
  host: "cursor",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "hook_event_name and cursor_version",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: [
    ...["conversation_id", "generation_id", "session_id", "model", "model_id", "model_params"],
    ...["cursor_version", "workspace_roots", "user_email", "transcript_path"],
  ],
  table: {
    onPrompt: {
      addContext: {
        ...partly(`read in the program 2026.09.18, but not in the manual; ${SHORT}`),
        encode,
        unless: whyContextIsLost,
      },
      deny: yes(),
    },
    ...noModelCalls(noSuchEvent(TITLE)),
    beforeTool: {
      "modify.arguments": { ...yes(), encode: rewriting((updated_input) => ({ updated_input })) },
      ...SAME_TOOL,
      deny: yes(),
      abortTurn: LIKE_DENY,
      hardAbort: LIKE_DENY,
    },
    // `approve` leaves the decision to Cursor: "allow" would skip the user's approval.
    approveTool: { approve: ownApproval(TITLE), ask: asksNobody(), deny: yes() },
    afterTool: {
      "modify.result": {
        ...partly(`the text, ${ONLY_MCP}`),
        encode: replacing(withResult),
        unless: whyResultStays,
      },
      deny: {
        ...partly(`the model reads the reason instead of the result, ${ONLY_MCP}`),
        unless: (call) => (canChangeResult(call) ? undefined : UNCHANGEABLE),
      },
      abortTurn: NO_STOP,
      hardAbort: NO_STOP,
      addContext: {
        ...partly(`not after a failed tool; ${SHORT}`),
        encode,
        unless: (call, decision) =>
          whyContextIsLost(call, decision) ??
          (call.result.isError === true ? "Cursor reads no answer after a failed tool" : undefined),
      },
    },
    onEvent: { addContext: { ...yes(`at sessionStart; ${SHORT}`), encode }, events: eventsOf(TITLE) },
    tools: TOOLS_OVER_MCP,
  },
  whenDead: { afterTool: "continues" },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  mergeDocuments,
});

/** Serves the one call for which Cursor starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: CursorEvent): Calls[Point] {
  if (event === "beforeSubmitPrompt") return promptCall(payload);
  const call = toolCall(payload);
  if (event === "preToolUse") return call;
  const { duration, error_message: error } = payload as CursorPayload<"postToolUseFailure">;
  return {
    ...call,
    result:
      event === "postToolUse" ? { forLlm: resultText(payload.tool_output) } : { forLlm: error ?? "", isError: true },
    ...(typeof duration === "number" ? durationOf({ duration_ms: duration }) : {}),
  };
}

/**
 * The folder of the process is not used: a hook of the user starts in Cursor's own folder. Outside of a turn, the
 * generation has the id of the conversation.
 */
function sourceOf(payload: CursorEvent): CallSource {
  const { conversation_id: sessionId, generation_id: turnId, workspace_roots: roots, cwd: own } = payload;
  return sourceFrom({
    sessionId: sessionId ?? undefined,
    cwd: typeof own === "string" && own !== "" ? own : roots?.[0],
    turnId: turnId === sessionId ? undefined : (turnId ?? undefined),
  });
}

/** Returns whether the result of a call can change: only one of an MCP server's tool that did not fail. */
function canChangeResult({ tool, result }: Calls["afterTool"]): boolean {
  return isMcp(tool) && result.isError !== true;
}

function whyResultStays(call: Calls["afterTool"], { patch }: Modify<"afterTool">): string | undefined {
  return changesResult(call, patch) && !canChangeResult(call) ? UNCHANGEABLE : resultUnsupported(TITLE, call, patch);
}

function whyContextIsLost(_call: object, { text }: AddContext): string | undefined {
  if (text.length <= LONGEST_CONTEXT) return undefined;
  return `Cursor drops a context of more than ${LONGEST_CONTEXT} characters, got ${text.length}`;
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string, payload: CursorEvent): Document | undefined {
  switch (denialForm(event)) {
    case "permission":
      return { permission: "deny", user_message: reason, agent_message: reason };
    case "read-permission":
      return { permission: "deny", user_message: reason };
    case "continue":
      return { continue: false, user_message: reason };
    case "result":
      return isBuiltIn(payload) ? undefined : withResult(reason);
    case undefined:
      return undefined;
  }
}

/** Cursor ignores an answer about a result of its own tools. An unreadable payload may lack the name of the tool. */
function isBuiltIn(payload: CursorEvent): boolean {
  const { tool_name: tool } = Object(payload) as CursorEvent;
  return typeof tool === "string" && !isMcp(tool);
}

function whyDenied({ permission, continue: continues, agent_message, user_message }: Document): string | undefined {
  if (permission !== "deny" && continues !== false) return undefined;
  return agent_message || user_message || "denied";
}

function applyChanges(payload: CursorEvent, document: Document): CursorEvent {
  const { updated_input: input, updated_mcp_tool_output: output } = document;
  return {
    ...payload,
    ...(input === undefined ? {} : { tool_input: input }),
    ...(output === undefined ? {} : { tool_output: JSON.stringify(output) }),
  };
}

/**
 * A denial outranks everything. Without answers, returns `{}` at events that fail closed: printing nothing would deny.
 */
function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const denied = documents.find((document) => whyDenied(document) !== undefined);
  if (denied !== undefined) return denied;
  if (documents.length === 0) return failsClosed(event) ? {} : undefined;
  const contexts = documents.flatMap(({ additional_context: context }) => context ?? []);
  return {
    ...Object.assign({}, ...documents),
    ...(documents.some(({ permission }) => permission === "ask") ? { permission: "ask" } : {}),
    ...(contexts.length === 0 ? {} : { additional_context: contexts.join("\n") }),
  };
}

function whyNativeUnsupported(
  event: EventName,
  document: Document,
  approved: boolean,
  payload: CursorEvent,
): string | undefined {
  const field = document.agent_message === undefined ? "user_message" : "agent_message";
  if (denialForm(event) !== undefined && document.permission !== "ask" && document[field] !== undefined) {
    return `Cursor shows ${field} only with a denial: deny, or leave it out`;
  }
  if (document.updated_mcp_tool_output !== undefined && isBuiltIn(payload)) return UNCHANGEABLE;
  return event === "preToolUse" && document.updated_input !== undefined && approved
    ? changesApproved("updated_input")
    : undefined;
}
