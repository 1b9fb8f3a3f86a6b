import type { CivicError, CivicToolResult } from "@agent-hook/sdk";
import { textOfBlocks, withTextOfBlocks } from "@agent-hook/sdk/adapter";

type Open = Readonly<Record<string, unknown>>;

/**
 * What the model may read of a result: its texts, the structured content that stands in none of them as a line of JSON,
 * and whatever else the result has that MCP does not know. Of texts in JSON that JSON writes otherwise (line breaks,
 * quotes) also the text itself, so that none goes unseen.
 */
export function textOf(result: CivicToolResult): string {
  const { content = [], structuredContent } = result;
  const unknown = unknownIn(result);
  const lines = [
    textOfBlocks(content),
    ...content.flatMap(besideText).map((fields) => JSON.stringify(fields)),
    ...(structuredContent === undefined || isAmongTexts(result) ? [] : [JSON.stringify(structuredContent)]),
    ...(Object.keys(unknown).length === 0 ? [] : [JSON.stringify(unknown)]),
    ...escapedTexts(shownAsJson(result)),
  ];
  return lines.filter(Boolean).join("\n");
}

/**
 * The result with another text, and nothing else that nobody looked at: pictures and sounds stay, and what the proxy says
 * of the session. The structured content is what the text, or the line of it, now says; where that cannot be told it is
 * left out, since it would show what was taken out of the text.
 */
export function withText(result: CivicToolResult, text: string): CivicToolResult {
  const { structuredContent, content = [], isError, _meta } = result;
  const meta = sessionOf(_meta);
  const safe = withoutEscaped(text, shownAsJson(result));
  const changed = (shown: string, object?: Open): CivicToolResult => ({
    content: withTextOfBlocks(content.map(bare), shown) as NonNullable<CivicToolResult["content"]>,
    ...(object === undefined ? {} : { structuredContent: object }),
    ...(isError === undefined ? {} : { isError }),
    ...(meta === undefined ? {} : { _meta: meta }),
  });
  if (structuredContent === undefined || escapedTexts(structuredContent).length > 0) return changed(safe);
  if (isAmongTexts(result)) return changed(safe, likeIt(safe, structuredContent));
  const lines = safe.split("\n");
  const at = lines.findLastIndex((line) => likeIt(line, structuredContent) !== undefined);
  if (at === -1) return changed(safe);
  return changed(lines.toSpliced(at, 1).join("\n"), likeIt(lines[at] as string, structuredContent));
}

/** The text of an error and of its data, as `afterTool` is shown it. */
export function textOfError({ message, data }: CivicError): string {
  const shown = data === undefined ? [] : [JSON.stringify(data), ...escapedTexts(data)];
  return [message, ...shown].join("\n");
}

/** What became of that text, without what it says of the data in JSON and no longer says as it is. */
export function changedTextOfError({ data }: CivicError, text: string): string {
  return withoutEscaped(text, data);
}

/** A text that is gone may still stand in a line of JSON, where its handler did not find it. */
function withoutEscaped(text: string, json: unknown): string {
  return escapedTexts(json)
    .filter((escaped) => !text.includes(escaped))
    .reduce((rest, escaped) => rest.replaceAll(JSON.stringify(escaped).slice(1, -1), "[changed]"), text);
}

function unknownIn({ content, structuredContent, isError, _meta, ...unknown }: CivicToolResult): Open {
  return unknown;
}

/** All that is shown in JSON. */
function shownAsJson(result: CivicToolResult): unknown {
  const blocks = (result.content ?? []).filter(({ type, data }) => type !== "text" && data === undefined);
  return [result.structuredContent, unknownIn(result), blocks, (result.content ?? []).flatMap(besideText)];
}

/** What a block of text has beside it. */
function besideText({ type, text, annotations, ...fields }: Block): readonly Open[] {
  return type === "text" && Object.keys(fields).length > 0 ? [fields] : [];
}

/** As JSON is usually written: in any other spelling a text in it could be another to a handler. */
function isAmongTexts({ content = [], structuredContent }: CivicToolResult): boolean {
  const spellings = [undefined, 2, 4, "\t"].map((space) => JSON.stringify(structuredContent, null, space));
  return content.some(({ type, text }) => type === "text" && spellings.includes(text as string));
}

/** The texts in a value, keys too, that JSON does not write as they are. */
function escapedTexts(value: unknown): string[] {
  if (typeof value === "string") return JSON.stringify(value) === `"${value}"` ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...escapedTexts(key), ...escapedTexts(inner)]);
}

/** The object that a text is in JSON, if it has the fields of a model: another may stand in the text, too. */
function likeIt(text: string, model: Open): Open | undefined {
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

/** A picture or a sound without what else is said of it; any other block is shown whole, and goes. */
function bare(block: Block): Block {
  const { type, data, mimeType } = block;
  return data === undefined || mimeType === undefined ? block : { type, data, mimeType };
}

const OF_THE_PROXY = ["targetSessionId", "sourceSessionId", "timestamp", "source"];

function sessionOf(meta: unknown): Open | undefined {
  const kept = Object.entries(Object(meta)).filter(([key]) => OF_THE_PROXY.includes(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
