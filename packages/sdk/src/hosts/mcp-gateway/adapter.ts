import { isDeepStrictEqual } from "node:util";
import { textOfBlocks, withTextOfBlocks } from "../../codec/content-blocks.js";
import { NO_STOP, no, noModelCalls, noSuchEvent, OWN_ARGUMENTS, partly, yes } from "../../command-hook/cells.js";
import { decoderOf } from "../../command-hook/decode.js";
import { oneShotAdapter } from "../../command-hook/host-table.js";
import { serveCommand } from "../../command-hook/one-shot-call.js";
import type { ToolResultPatch } from "../../hook/decisions.js";
import type { ToolResult } from "../../hook/message.js";
import type { CallService, CallSession, Session } from "../../runtime/session.js";
import { parseJson } from "../../wire/message.js";
import { EVENTS, type EventName, eventOf, FIELDS, TITLE } from "./events.js";
import { answerSchema, type McpGatewayEvent, type McpGatewayPayload, payloadSchema } from "./wire.js";

/** What the gateway reads: a result of an MCP tool. */
interface Document {
  readonly content: readonly unknown[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

const kindOf = () => "mcp" as const;
const { sourceOf, toolCall } = decoderOf(FIELDS, kindOf);

/** Serves the one call for which the gateway starts the process. */
export function serveCall(session: CallSession): CallService {
  const service = serveCommand(session, adapterFor(session));
  return {
    ...service,
    answer: async (input, problem) => (isFailedCall(session, input.value) ? {} : service.answer(input, problem)),
  };
}

/** After a call that ended with a protocol error, the gateway writes `null` (observed). There is nothing to look at. */
function isFailedCall({ variant, event }: Session, value: unknown): boolean {
  return value === null && (variant ?? event) === "after";
}

const NEVER = no(noSuchEvent("The gateway"));
const LIKE_DENY = partly("like deny: the client's turn continues");
const UNNAMED = partly("`call.tool` is empty, because the gateway does not name the tool");
const TOOLS = no("run the same file as an MCP server of the gateway");

/** The fields of a result that reach the client. */
const CARRIED: readonly string[] = ["forLlm", "isError"];

/**
 * What the gateway supports, observed at commit 2bd20fe8. The variant is the place of the interceptor, which no payload
 * names.
 */
function adapterFor({ variant }: Pick<Session, "variant">) {
  return oneShotAdapter<{ event: EventName; payload: McpGatewayEvent; document: Document }>({
    host: "mcp-gateway",
    title: TITLE,
    events: EVENTS,
    identifyingFields: "Params or content",
    fields: FIELDS,
    eventOf: (payload) => variant ?? eventOf(payload) ?? "",
    payloadSchema,
    problem: payloadProblem,
    answerSchema,
    kindOf,
    // The gateway names neither the tool nor its arguments after a call.
    decodeCall: (event, payload) =>
      event === "before"
        ? toolCall(payload)
        : { tool: "", kind: "mcp", arguments: {}, origin: {}, result: resultOf(payload as never), raw: payload },
    sourceOf,
    commonFields: [],
    table: {
      onPrompt: { addContext: NEVER, deny: NEVER },
      ...noModelCalls(noSuchEvent("The gateway")),
      beforeTool: {
        "modify.arguments": OWN_ARGUMENTS,
        "modify.tool": no(),
        respond: {
          ...yes(),
          encode: ({ decision }) => answered(decision.result),
          unless: (_call, { result }) => whyDropped(result, [...CARRIED, "structured", "content"]),
        },
        deny: yes(),
        abortTurn: LIKE_DENY,
        hardAbort: LIKE_DENY,
      },
      approveTool: {
        approve: yes(),
        ask: no("no one can be asked: the call is denied with `needs a person: REASON`"),
        deny: yes(),
      },
      afterTool: {
        "modify.result": {
          ...UNNAMED,
          encode: ({ decision, payload }) => changed(payload as never, decision.patch),
          unless: (_call, { patch: { result } }) =>
            typeof result === "object" ? whyDropped(result, CARRIED) : undefined,
        },
        deny: UNNAMED,
        addContext: {
          ...UNNAMED,
          encode: (given) => withContext(given.changed ?? (given.payload as unknown as Document), given.decision.text),
        },
        abortTurn: NO_STOP,
        hardAbort: NO_STOP,
      },
      onEvent: { addContext: no(), events: partly("only `tool.start` and `tool.end`") },
      tools: { offer: TOOLS, answer: TOOLS, "result.content": yes() },
    },
    denial: (_event, reason) => ({ content: [{ type: "text", text: reason }], isError: true }),
    whyDenied: ({ content, isError }) => (isError ? textOfBlocks(content) || "denied" : undefined),
    applyChanges,
    mergeDocuments,
  });
}

export const adapter = adapterFor({});

function payloadProblem(event: EventName, payload: McpGatewayEvent): string | undefined {
  const found = eventOf(payload);
  if (found === undefined || found === event) return undefined;
  return `expected the payload of ${event}, as --host names it, got one of ${found}`;
}

function whyDropped(result: Partial<ToolResult>, carried: readonly string[]): string | undefined {
  const other = Object.entries(result).find(([key, value]) => !carried.includes(key) && isSomething(value));
  return other && `${TITLE} does not pass on ${other[0]} of a result: leave it out`;
}

function isSomething(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Answers a call in the tool's place. */
function answered({ forLlm, content = [], structured, isError }: ToolResult): Document {
  const text = forLlm === "" && content.length > 0 ? [] : [{ type: "text", text: forLlm }];
  return {
    content: [...text, ...content],
    // An error has no object: clients would check it against the tool's schema.
    ...(structured === undefined || isError ? {} : { structuredContent: structured }),
    ...(isError ? { isError } : {}),
  };
}

/** Returns the result in a payload. The object of a result is a part of its text, unless the text repeats it. */
function resultOf({ content, structuredContent, isError }: McpGatewayPayload<"after">): ToolResult {
  const text = textOfBlocks(content);
  const isRepeated = structuredContent === undefined || isDeepStrictEqual(parseJson(text), structuredContent);
  const object = isRepeated ? [] : [JSON.stringify(structuredContent)];
  return { forLlm: [...(text === "" ? [] : [text]), ...object].join("\n"), ...(isError ? { isError } : {}) };
}

/**
 * Returns a payload's result with a patch, or `undefined` if nothing changes. Keeps images and audio. Drops the object of
 * a result whose text changes: it would repeat what the hook removed.
 */
function changed(payload: McpGatewayPayload<"after">, { result = {} }: ToolResultPatch): Document | undefined {
  const before = resultOf(payload);
  const changes = typeof result === "string" ? { forLlm: result } : result;
  const { forLlm = before.forLlm, isError = before.isError ?? false } = changes;
  const isSameText = forLlm === before.forLlm;
  if (isSameText && isError === (before.isError ?? false)) return undefined;
  return {
    content: isSameText ? payload.content : withTextOfBlocks(payload.content, forLlm),
    ...(isError ? { isError } : {}),
  };
}

/** Appends a text for the model to a result. */
function withContext({ content, structuredContent, isError }: Document, text: string): Document {
  return {
    content: [...content, { type: "text", text }],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError ? { isError } : {}),
  };
}

/** Before a call, an answer changes nothing: the tool does not run. */
function applyChanges(payload: McpGatewayEvent, { content, structuredContent, isError }: Document): McpGatewayEvent {
  if (!Array.isArray(payload.content)) return payload;
  const { _meta, structuredContent: _object, isError: _error, ...rest } = payload;
  return {
    ...rest,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
  };
}

/** Before a call, an error takes precedence. After it, the last answer has all changes. */
function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const error = documents.find(({ isError }) => isError);
  if (event === "before") return error ?? documents[0];
  const last = documents.at(-1);
  return last === undefined || error === undefined ? last : { ...last, isError: true };
}
