import {
  asksNobody,
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
import { sourceFrom } from "../../command-hook/decode.js";
import { changesApproved, oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import type { CallSource, Calls, Point, ToolCall } from "../../hook/calls.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, eventNamed, FIELDS, TITLE } from "./events.js";
import { argumentsOf, parametersOf, textOf } from "./tool-input.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type ClineEvent, type ClinePayload, payloadSchema } from "./wire.js";

/** What Cline reads: one JSON object. */
interface Document {
  readonly cancel?: boolean;
  readonly errorMessage?: string;
  readonly context?: string;
  readonly overrideInput?: Readonly<Record<string, unknown>>;
}

const UNREAD = no("Cline reads no answer about a prompt: the handler is never called");
const ENDS_RUN = partly("the run ends: the model reads no reason");

/** In characters (observed). */
const LONGEST_CONTEXT = 50_000;

/** What Cline supports, observed on 3.0.65. */
export const adapter = oneShotAdapter<{ event: EventName; payload: ClineEvent; document: Document }>({
  host: "cline",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "hookName, taskId, timestamp and agent_id",
  fields: FIELDS,
  eventOf: (payload) => eventNamed(payload.hookName),
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: [
    ...["clineVersion", "timestamp", "taskId", "sessionContext", "workspaceRoots", "workspaceInfo"],
    ...["userId", "agent_id", "parent_agent_id"],
  ],
  table: {
    onPrompt: { addContext: UNREAD, deny: UNREAD },
    ...noModelCalls(noSuchEvent(TITLE)),
    beforeTool: {
      "modify.arguments": { ...yes(), encode: rewriting((overrideInput) => ({ overrideInput })) },
      ...SAME_TOOL,
      deny: ENDS_RUN,
      abortTurn: yes(),
      hardAbort: yes(),
    },
    approveTool: { approve: ownApproval(TITLE), ask: asksNobody("Cline would run the tool"), deny: ENDS_RUN },
    afterTool: {
      "modify.result": no("deny ends the run without the result"),
      deny: partly("the run ends: the model reads neither result nor reason"),
      abortTurn: yes(),
      hardAbort: yes(),
      addContext: {
        ...yes("at most 50,000 characters"),
        encode: ({ decision }) => ({ context: decision.text }),
        unless: (_call, { text }) =>
          text.length > LONGEST_CONTEXT
            ? `Cline passes on at most ${LONGEST_CONTEXT} characters of context, got ${text.length}`
            : undefined,
      },
    },
    onEvent: {
      addContext: no(),
      events: yes("an event without a portable kind has the kind other and the name of its file"),
    },
    tools: TOOLS_OVER_MCP,
  },
  denial,
  whyDenied,
  whyNativeUnsupported,
  applyChanges,
  mergeDocuments,
});

/** Serves the one call for which Cline starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: ClineEvent): Calls[Point] {
  if (event === "PreToolUse") return toolCall((payload as ClinePayload<"PreToolUse">).tool_call, payload);
  const { tool_result: its } = payload as ClinePayload<"PostToolUse">;
  const { output, error, durationMs } = its;
  return {
    ...toolCall(its, payload),
    result: { forLlm: textOf(output), ...(error === undefined ? {} : { isError: true }) },
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function toolCall({ id, name: tool, input }: ClinePayload<"PreToolUse">["tool_call"], payload: ClineEvent): ToolCall {
  const args = argumentsOf(tool, input);
  return { ...(id ? { id } : {}), tool, kind: kindOf(tool), arguments: args, ...sourceOf(payload), raw: payload };
}

function sourceOf(payload: ClineEvent): CallSource {
  const { taskId, sessionContext, workspaceRoots: [cwd] = [], timestamp, agent_id: agentId } = payload;
  return sourceFrom({ sessionId: sessionContext?.rootSessionId ?? taskId, cwd, time: timestamp, agentId });
}

/** A denial ends the run (observed). */
function denial(event: EventName, errorMessage: string): Document | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : { cancel: true, errorMessage };
}

function whyDenied({ cancel, errorMessage }: Document, event: EventName): string | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  if (form === undefined || cancel !== true) return undefined;
  return errorMessage?.trim() ? errorMessage : "denied";
}

function applyChanges(payload: ClineEvent, { overrideInput: input }: Document): ClineEvent {
  if (input === undefined || payload.tool_call === undefined) return payload;
  const { tool_call: call, preToolUse } = payload as ClinePayload<"PreToolUse">;
  return {
    ...payload,
    tool_call: { ...call, input },
    ...(preToolUse === undefined ? {} : { preToolUse: { ...preToolUse, parameters: parametersOf(input) } }),
  };
}

/** Merges several answers to one event, as Cline merges the answers of several files. */
function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const reason = documents.map((document) => whyDenied(document, event)).find((why) => why !== undefined);
  if (reason !== undefined) return denial(event, reason);
  const [first, ...others] = documents;
  if (others.length === 0) return first;
  const contexts = documents.flatMap(({ context }) => context ?? []);
  return { ...Object.assign({}, ...documents), ...(contexts.length === 0 ? {} : { context: contexts.join("\n") }) };
}

function whyNativeUnsupported(event: EventName, document: Document, approved: boolean): string | undefined {
  if (document.cancel !== true && document.errorMessage !== undefined) {
    return "expected cancel next to errorMessage: without it, Cline runs the tool and gives the text to the model";
  }
  return event === "PreToolUse" && approved && document.overrideInput !== undefined
    ? changesApproved("overrideInput")
    : undefined;
}
