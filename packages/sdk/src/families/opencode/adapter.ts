import { textOfBlocks, withTextOfBlocks } from "../../codec/content-blocks.js";
import type { OneShotAdapter } from "../../command-hook/adapter.js";
import {
  asksNobody,
  no,
  noModelCalls,
  noSuchEvent,
  partly,
  replacing,
  rewriting,
  SAME_TOOL,
  TOOLS_OVER_MCP,
  yes,
} from "../../command-hook/cells.js";
import { resultUnsupported } from "../../command-hook/changes.js";
import { decoderOf } from "../../command-hook/decode.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import type { Calls, Point } from "../../hook/calls.js";
import type { Abort } from "../../hook/decisions.js";
import { EVENTS, type EventName, type EventRules, FIELDS } from "./events.js";
import type { Program } from "./program.js";
import type { PluginEvent, PluginPayload } from "./wire.js";

/** What the plugin reads: one JSON object. This type has the fields for all events. */
export interface Document {
  readonly decision?: "deny" | "abort";
  readonly reason?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly output?: string;
  readonly context?: string;
}

const ENDS_TURN = "the run or the session ends with the error `Aborted`";

const encode = ({ decision }: { readonly decision: Abort }): Document => ({
  decision: "abort",
  reason: decision.reason,
});
const ABORT = { ...yes(ENDS_TURN), encode };
const HARD_ABORT = { ...yes("like abortTurn"), encode };

/** What differs between the adapters. */
type Own = Pick<
  OneShotAdapter<EventName, PluginEvent, Document>,
  "payloadSchema" | "answerSchema" | "tools" | "kindOf"
>;

/** Returns the adapter of a program with the plugin that `agent-hook config` writes. */
export function adapterOf({ name, title, mark }: Program, own: Own) {
  const { sourceOf, promptCall, toolCall } = decoderOf(FIELDS, own.kindOf);
  return oneShotAdapter<{ event: EventName; payload: PluginEvent; document: Document }>({
    host: name,
    title,
    events: EVENTS,
    identifyingFields: `hook_event_name, session_id, cwd${mark === undefined ? "" : ", host"} and timestamp`,
    fields: FIELDS,
    ...own,
    decodeCall,
    sourceOf,
    commonFields: ["session_id", "cwd", "timestamp", "host"],
    table: {
      onPrompt: {
        addContext: { ...yes(), encode: ({ decision }) => ({ context: decision.text }) },
        deny: yes(`\`${name} run\` ends with exit code 1`),
      },
      ...noModelCalls(noSuchEvent("the plugin")),
      beforeTool: {
        "modify.arguments": { ...yes(), encode: rewriting((args) => ({ args })) },
        ...SAME_TOOL,
        deny: yes(),
        abortTurn: ABORT,
        hardAbort: HARD_ABORT,
      },
      approveTool: {
        approve: partly(`like no decision: ${title}'s own permissions follow`),
        ask: asksNobody(`a plugin cannot make ${title} ask`),
        deny: yes(),
      },
      afterTool: {
        "modify.result": {
          ...partly(`only the text; ${title} calls no plugin after a failed tool`),
          encode: replacing((output) => ({ output })),
          unless: (call, { patch }) => resultUnsupported(title, call, patch),
        },
        deny: partly("the model reads the reason, as an error, instead of the result; not of a failed tool"),
        abortTurn: ABORT,
        hardAbort: HARD_ABORT,
        addContext: {
          ...yes("at the end of the result"),
          encode: ({ decision, changed }) => ({ ...changed, context: decision.text }),
        },
      },
      onEvent: { addContext: no("use onPrompt"), events: yes(`the events that the page of ${title} lists`) },
      tools: TOOLS_OVER_MCP,
    },
    denial,
    whyDenied,
    applyChanges,
    mergeDocuments,
  });

  function decodeCall(event: EventName, payload: PluginEvent): Calls[Point] {
    if (event === "chat.message") return promptCall(payload);
    const call = toolCall(payload);
    if (event === "tool.execute.before") return call;
    const { content, output = "" } = (payload as PluginPayload<"tool.execute.after">).tool_response;
    return { ...call, result: { forLlm: content === undefined ? output : textOfBlocks(content) } };
  }
}

/** Returns the denial for an event, or `undefined` if the event cannot be denied. */
function denial(event: EventName, reason: string): Document | undefined {
  const { denial: form }: EventRules = EVENTS[event];
  return form === undefined ? undefined : { decision: "deny", reason };
}

function whyDenied({ decision, reason }: Document): string | undefined {
  return decision === undefined ? undefined : reason || "denied";
}

function applyChanges(payload: PluginEvent, { args, output }: Document): PluginEvent {
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
