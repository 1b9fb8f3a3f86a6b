import { textOfBlocks, withTextOfBlocks } from "../../codec/content-blocks.js";
import {
  asksNobody,
  no,
  noModelCalls,
  noSuchEvent,
  partly,
  replacing,
  rewriting,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf } from "../../command-hook/decode.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Abort } from "../../hook/decisions.js";
import type { CallSession } from "../../runtime/session.js";
import { EVENTS, type EventName, type EventRules, FIELDS, TITLE } from "./events.js";
import { HOST_TOOLS, kindOf } from "./tool-kinds.js";
import { answerSchema, type OpencodeEvent, type OpencodePayload, payloadSchema } from "./wire.js";

/** What the plugin reads: one JSON object. This type has the fields for all events. */
interface Document {
  readonly decision?: "deny" | "abort";
  readonly reason?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly output?: string;
  readonly context?: string;
}

const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, kindOf);

const ENDS_TURN = "the run or the session ends with the error `Aborted`";

const encode = ({ decision }: { readonly decision: Abort }): Document => ({
  decision: "abort",
  reason: decision.reason,
});
const ABORT = { ...yes(ENDS_TURN), encode };
const HARD_ABORT = { ...yes("like abortTurn"), encode };

/** What opencode supports with the plugin that `agent-hook config` writes, observed on 1.18.33. */
export const adapter = oneShotAdapter<{ event: EventName; payload: OpencodeEvent; document: Document }>({
  host: "opencode",
  title: TITLE,
  events: EVENTS,
  identifyingFields: "hook_event_name, session_id, cwd and timestamp",
  fields: FIELDS,
  payloadSchema,
  answerSchema,
  tools: HOST_TOOLS,
  kindOf,
  decodeCall: callOf,
  sourceOf,
  commonFields: ["session_id", "cwd", "timestamp"],
  table: {
    onPrompt: {
      addContext: { ...yes(), encode: ({ decision }) => ({ context: decision.text }) },
      deny: yes("`opencode run` ends with exit code 1"),
    },
    ...noModelCalls(noSuchEvent("the plugin")),
    beforeTool: {
      "modify.arguments": { ...yes(), encode: rewriting((args) => ({ args })) },
      "modify.tool": no(),
      respond: no("offer the tool over MCP"),
      deny: yes(),
      abortTurn: ABORT,
      hardAbort: HARD_ABORT,
    },
    approveTool: {
      approve: partly("like no decision: opencode's own permissions follow"),
      ask: asksNobody("a plugin cannot make opencode ask"),
      deny: yes(),
    },
    afterTool: {
      "modify.result": {
        ...partly("only the text; opencode calls no plugin after a failed tool"),
        encode: replacing((output) => ({ output })),
        unless: (call, { patch }) => resultUnsupported(TITLE, call, patch),
      },
      deny: partly("the model reads the reason, as an error, instead of the result; not of a failed tool"),
      abortTurn: ABORT,
      hardAbort: HARD_ABORT,
      addContext: {
        ...yes("at the end of the result"),
        encode: ({ decision, changed }) => ({ ...changed, context: decision.text }),
      },
    },
    onEvent: { addContext: no("use onPrompt"), events: yes("the events that the page of opencode lists") },
    tools: TOOLS_OVER_MCP,
  },
  denial,
  whyDenied,
  applyChanges,
  mergeDocuments,
});

/** Serves the one call for which the plugin starts the process. */
export const serveCall = (session: CallSession) => serveCommand(session, adapter);

function callOf(event: EventName, payload: OpencodeEvent): Calls[Point] {
  if (event === "chat.message") return promptCall(payload);
  const call = toolCall(payload);
  if (event === "tool.execute.before") return call;
  const { content, output = "" } = (payload as OpencodePayload<"tool.execute.after">).tool_response;
  return { ...call, result: { forLlm: content === undefined ? output : textOfBlocks(content) } };
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string): Document | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : { decision: "deny", reason };
}

function whyDenied({ decision, reason }: Document): string | undefined {
  return decision === undefined ? undefined : reason || "denied";
}

function applyChanges(payload: OpencodeEvent, { args, output }: Document): OpencodeEvent {
  return {
    ...payload,
    ...(args === undefined ? {} : { tool_input: args }),
    ...(output === undefined ? {} : { tool_response: withText(payload.tool_response as object, output) }),
  };
}

/** Returns a result with another text, as the plugin changes it. */
function withText(response: { readonly content?: unknown }, text: string): object {
  return Array.isArray(response.content)
    ? { ...response, content: withTextOfBlocks(response.content, text) }
    : { ...response, output: text };
}

/** A denial drops the changes of what it denies. */
function mergeDocuments(_event: EventName, documents: readonly Document[]): Document | undefined {
  const [first, ...others] = documents;
  const denying = documents.filter((document) => whyDenied(document) !== undefined);
  const strongest = denying.find(({ decision }) => decision === "abort") ?? denying[0];
  if (strongest !== undefined) {
    return { decision: strongest.decision ?? "deny", reason: strongest.reason || "denied" };
  }
  if (others.length === 0) return first;
  const contexts = documents.flatMap(({ context }) => context ?? []);
  return { ...Object.assign({}, ...documents), ...(contexts.length === 0 ? {} : { context: contexts.join("\n\n") }) };
}
