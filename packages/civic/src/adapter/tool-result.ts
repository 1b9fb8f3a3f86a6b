import type { CivicError, CivicToolResult } from "@agent-hook/sdk/civic";
import { textOfBlocks, withTextOfBlocks } from "@agent-hook/sdk/internal/adapter";

type Open = Readonly<Record<string, unknown>>;

/**
 * Returns everything in a result that the model may read: its texts, the structured content as a line of JSON unless
 * one of the texts is that JSON, and fields that MCP does not define as lines of JSON. Strings that JSON changes,
 * because they contain characters such as line breaks or quotes, are also added verbatim, so that handlers can find
 * them.
 */
export function textOf(result: CivicToolResult): string {
  const { content = [], structuredContent } = result;
  const unknown = unknownIn(result);
  const lines = [
    textOfBlocks(content),
    ...content.flatMap(otherFields).map((fields) => JSON.stringify(fields)),
    ...(structuredContent === undefined || isAmongTexts(result) ? [] : [JSON.stringify(structuredContent)]),
    ...(Object.keys(unknown).length === 0 ? [] : [JSON.stringify(unknown)]),
    ...escapedTexts(shownAsJson(result)),
  ];
  return lines.filter(Boolean).join("\n");
}

/**
 * Replaces the text of a result and drops whatever no handler saw. Images and audio are kept, as are the proxy's
 * session fields. The structured content is read back from the text or from its JSON line. If that is not possible, it
 * is dropped, since it would reveal what was removed from the text.
 */
export function withText(result: CivicToolResult, text: string): CivicToolResult {
  const { structuredContent, content = [], isError, _meta } = result;
  const meta = sessionOf(_meta);
  const safe = withoutEscaped(text, shownAsJson(result));
  const changed = (shown: string, object?: Open): CivicToolResult => ({
    content: withTextOfBlocks(content.map(withoutOtherFields), shown) as NonNullable<CivicToolResult["content"]>,
    ...(object === undefined ? {} : { structuredContent: object }),
    ...(isError === undefined ? {} : { isError }),
    ...(meta === undefined ? {} : { _meta: meta }),
  });
  if (structuredContent === undefined || escapedTexts(structuredContent).length > 0) return changed(safe);
  if (isAmongTexts(result)) return changed(safe, parsedLike(safe, structuredContent));
  const lines = safe.split("\n");
  const at = lines.findLastIndex((line) => parsedLike(line, structuredContent) !== undefined);
  if (at === -1) return changed(safe);
  return changed(lines.toSpliced(at, 1).join("\n"), parsedLike(lines[at] as string, structuredContent));
}

/** Returns the text of an error and its data, as `afterTool` receives it. */
export function textOfError({ message, data }: CivicError): string {
  const shown = data === undefined ? [] : [JSON.stringify(data), ...escapedTexts(data)];
  return [message, ...shown].join("\n");
}

/** Returns the changed text, without the JSON-escaped form of strings that it no longer contains verbatim. */
export function changedTextOfError({ data }: CivicError, text: string): string {
  return withoutEscaped(text, data);
}

/** Replaces the JSON-escaped form of strings that a handler removed. The handler could not find this form. */
function withoutEscaped(text: string, json: unknown): string {
  return escapedTexts(json)
    .filter((escaped) => !text.includes(escaped))
    .reduce((rest, escaped) => rest.replaceAll(JSON.stringify(escaped).slice(1, -1), "[changed]"), text);
}

function unknownIn({ content, structuredContent, isError, _meta, ...unknown }: CivicToolResult): Open {
  return unknown;
}

/** Returns everything in a result that handlers see as JSON. */
function shownAsJson(result: CivicToolResult): unknown {
  const blocks = (result.content ?? []).filter(({ type, data }) => type !== "text" && data === undefined);
  return [result.structuredContent, unknownIn(result), blocks, (result.content ?? []).flatMap(otherFields)];
}

/** Returns the fields of a text block other than its type, text and annotations. */
function otherFields({ type, text, annotations, ...fields }: Block): readonly Open[] {
  return type === "text" && Object.keys(fields).length > 0 ? [fields] : [];
}

/**
 * Whether one of the texts is the structured content, in one of the usual JSON spellings. In any other spelling, a
 * handler might read a string differently.
 */
function isAmongTexts({ content = [], structuredContent }: CivicToolResult): boolean {
  const spellings = [undefined, 2, 4, "\t"].map((space) => JSON.stringify(structuredContent, null, space));
  return content.some(({ type, text }) => type === "text" && spellings.includes(text as string));
}

/** Returns the strings in a value, including keys, that contain characters that JSON escapes. */
function escapedTexts(value: unknown): string[] {
  if (typeof value === "string") return JSON.stringify(value) === `"${value}"` ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...escapedTexts(key), ...escapedTexts(inner)]);
}

/**
 * Parses a text as a JSON object. Returns `undefined` if its keys are not those of `model`: the text may contain other
 * objects too.
 */
function parsedLike(text: string, model: Open): Open | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isLike = typeof value === "object" && value !== null && sameKeys(value, model);
    return isLike ? (value as Open) : undefined;
  } catch {
    return undefined;
  }
}

function sameKeys(value: object, model: Open): boolean {
  const keys = Object.keys(value);
  return keys.length === Object.keys(model).length && keys.every((key) => Object.hasOwn(model, key));
}

type Block = NonNullable<CivicToolResult["content"]>[number];

/**
 * Keeps only the type, data and MIME type of an image or audio block. Other blocks were shown to handlers in full and
 * are dropped later.
 */
function withoutOtherFields(block: Block): Block {
  const { type, data, mimeType } = block;
  return data === undefined || mimeType === undefined ? block : { type, data, mimeType };
}

const SESSION_FIELDS = ["targetSessionId", "sourceSessionId", "timestamp", "source"];

function sessionOf(meta: unknown): Open | undefined {
  const kept = Object.entries(Object(meta)).filter(([key]) => SESSION_FIELDS.includes(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
