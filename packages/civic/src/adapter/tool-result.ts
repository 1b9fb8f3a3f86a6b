import { isDeepStrictEqual } from "node:util";
import type { CivicToolResult } from "@agent-hook/sdk";
import { textOfBlocks, withTextOfBlocks } from "@agent-hook/sdk/adapter";

/** What the model may read of a result: its texts, and as a last line the structured content that stands in none of them. */
export function textOf(result: CivicToolResult): string {
  const { content = [], structuredContent } = result;
  const text = textOfBlocks(content);
  if (structuredContent === undefined || isAmongTexts(result)) return text;
  return [text, JSON.stringify(structuredContent)].filter(Boolean).join("\n");
}

/**
 * The result with another text. Its structured content is what the text, or the last line of it, then says; where that is
 * no object any more it is left out, since it would show what was taken out of the text.
 */
export function withText(result: CivicToolResult, text: string): CivicToolResult {
  const { structuredContent, content = [], ...rest } = result;
  const changed = (shown: string, object?: Readonly<Record<string, unknown>>) => ({
    ...rest,
    content: withTextOfBlocks(content, shown) as NonNullable<CivicToolResult["content"]>,
    ...(object === undefined ? {} : { structuredContent: object }),
  });
  if (structuredContent === undefined) return changed(text);
  const whole = objectOf(text);
  if (whole !== undefined) return changed(text, whole);
  const end = text.lastIndexOf("\n");
  const last = objectOf(text.slice(end + 1));
  return changed(last === undefined || isAmongTexts(result) ? text : text.slice(0, Math.max(0, end)), last);
}

function isAmongTexts({ content = [], structuredContent }: CivicToolResult): boolean {
  return content.some(
    ({ type, text }) =>
      type === "text" && typeof text === "string" && isDeepStrictEqual(objectOf(text), structuredContent),
  );
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
