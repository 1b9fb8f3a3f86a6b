import { isDeepStrictEqual } from "node:util";
import { textOfBlocks, withTextOfBlocks } from "../../codec/content-blocks.js";
import { DENIED, denialsOf, WITHHELD } from "../../command-hook/denials.js";
import type { ToolResult } from "../../hook/message.js";
import { parseJson } from "../../wire/message.js";
import { EVENT_NAMES, type EventName } from "./events.js";
import type { McpGatewayEvent, McpGatewayPayload } from "./native.js";

type Fields = Readonly<Record<string, unknown>>;

/** What the gateway reads: a result of an MCP tool. */
export interface Document {
  readonly content: readonly unknown[];
  readonly structuredContent?: Fields;
  readonly isError?: boolean;
}

/** Denies a call, or withholds a result: the client gets an error with the reason as its text. */
export function denial(reason: string): Document {
  return { content: [{ type: "text", text: reason }], isError: true };
}

/** Answers a call in the tool's place. */
export function answered({ forLlm, content = [], structured, isError }: ToolResult): Document {
  const text = forLlm === "" && content.length > 0 ? [] : [{ type: "text", text: forLlm }];
  return {
    content: [...text, ...content],
    // An error has no object: clients would check it against the tool's schema.
    ...(structured === undefined || isError ? {} : { structuredContent: structured }),
    ...(isError ? { isError } : {}),
  };
}

/** Returns the result in a payload. The object of a result is a part of its text, unless the text repeats it. */
export function resultOf({ content, structuredContent, isError }: McpGatewayPayload<"after">): ToolResult {
  const text = textOfBlocks(content);
  const isRepeated = structuredContent === undefined || isDeepStrictEqual(parseJson(text), structuredContent);
  const object = isRepeated ? [] : [JSON.stringify(structuredContent)];
  return { forLlm: [...(text === "" ? [] : [text]), ...object].join("\n"), ...(isError ? { isError } : {}) };
}

/**
 * Returns a payload's result with these changes, or `undefined` if nothing changes. Keeps images and audio. Drops the
 * object of a result whose text changes: it would repeat what the hook removed.
 */
export function changed(payload: McpGatewayPayload<"after">, changes: Partial<ToolResult>): Document | undefined {
  const before = resultOf(payload);
  const { forLlm = before.forLlm, isError = before.isError ?? false } = changes;
  const isSameText = forLlm === before.forLlm;
  if (isSameText && isError === (before.isError ?? false)) return undefined;
  return {
    content: isSameText ? payload.content : withTextOfBlocks(payload.content, forLlm),
    ...(isError ? { isError } : {}),
  };
}

/** Appends a text for the model to a result. */
export function withContext(payload: McpGatewayPayload<"after">, result: Document | undefined, text: string): Document {
  const { content, structuredContent, isError } = result ?? (payload as Document);
  return {
    content: [...content, { type: "text", text }],
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError ? { isError } : {}),
  };
}

/** Returns why a document denies its event, or `undefined`. */
export function whyDenied({ content, isError }: Document): string | undefined {
  return isError ? textOfBlocks(content) || "denied" : undefined;
}

/** Returns the payload with the changes of an answer. Before a call, an answer changes nothing: the tool does not run. */
export function applyChanges(payload: McpGatewayEvent, { content, structuredContent, isError }: Document) {
  if (!Array.isArray(payload.content)) return payload;
  const { _meta, structuredContent: _object, isError: _error, ...rest } = payload;
  return {
    ...rest,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
  };
}

/** Merges several answers. Before a call, an error takes precedence. After it, the last answer has all changes. */
export function mergeDocuments(event: EventName, documents: readonly Document[]): Document | undefined {
  const error = documents.find(({ isError }) => isError);
  if (event === "before") return error ?? documents[0];
  const last = documents.at(-1);
  return last === undefined || error === undefined ? last : { ...last, isError: true };
}

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) => denial(event === "after" ? WITHHELD : DENIED));
