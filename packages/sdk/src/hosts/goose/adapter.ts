import {
  asksNobody,
  eventsOf,
  LIKE_DENY,
  no,
  noModelCalls,
  noSuchEvent,
  OWN_ARGUMENTS,
  partly,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { decoderOf } from "../../command-hook/decode.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type GooseEvent, payloadSchema } from "./wire.js";

/** What Goose reads: one JSON object. */
interface Document {
  readonly decision?: "block";
  readonly reason?: string;
}

const { sourceOf, toolCall } = decoderOf(FIELDS, kindOf);

const NO_PROMPT = no("Goose lets a hook only read a prompt, in onEvent: the handler is never called");
const NO_RESULT = no("Goose sends no hook the result of a tool: the handler is never called");

/** What Goose supports, from its manual and source code; not run. */
export const adapter = oneShotAdapter<{ event: EventName; payload: GooseEvent; document: Document }>({
  host: "goose",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "event and session_id",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: (_event, payload) => toolCall(payload),
  sourceOf,
  commonFields: ["session_id", "working_dir"],
  table: {
    onPrompt: { addContext: NO_PROMPT, deny: NO_PROMPT },
    ...noModelCalls(noSuchEvent(TITLE)),
    beforeTool: {
      "modify.arguments": OWN_ARGUMENTS,
      ...SAME_TOOL,
      deny: yes(),
      abortTurn: LIKE_DENY,
      hardAbort: LIKE_DENY,
    },
    approveTool: { approve: partly("like no decision"), ask: asksNobody(), deny: yes() },
    afterTool: {
      "modify.result": NO_RESULT,
      deny: NO_RESULT,
      abortTurn: NO_RESULT,
      hardAbort: NO_RESULT,
      addContext: NO_RESULT,
    },
    onEvent: { addContext: no(), events: eventsOf(TITLE) },
    tools: TOOLS_OVER_MCP,
  },
  denial: (event, reason) => (canBeDenied(event) ? { decision: "block", reason } : undefined),
  // A block at `Stop` makes the turn continue.
  whyDenied: ({ decision, reason }, event) =>
    canBeDenied(event) && decision === "block" ? reason || "denied" : undefined,
  whyNativeUnsupported: (event, { decision, reason }) =>
    event === "Stop" && decision === "block" && !reason ? "expected a reason with the block" : undefined,
  mergeDocuments: (_event, documents) => documents.find(({ decision }) => decision === "block") ?? documents[0],
});

/** Serves the one call for which Goose starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function canBeDenied(event: EventName): boolean {
  const { denial }: EventRules = EVENTS[event];
  return denial !== undefined;
}
