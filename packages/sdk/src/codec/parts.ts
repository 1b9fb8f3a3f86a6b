/** A file within a part. */
interface File {
  readonly mimeType?: unknown;
  readonly data?: unknown;
}

/**
 * Returns what the model reads of Google's content, one part or several: texts, text files, and the JSON of parts that
 * are not text or a file.
 */
export function textOfParts(content: unknown): string {
  return (Array.isArray(content) ? content : [content]).flatMap(textsOf).join("\n");
}

function textsOf(part: unknown): readonly string[] {
  if (typeof part === "string") return [part];
  if (part === undefined || part === null) return [];
  const { text, inlineData: file } = part as { readonly text?: unknown; readonly inlineData?: File | null };
  if (typeof text === "string") return [text];
  if (file === undefined || file === null) return [JSON.stringify(part)];
  const { mimeType, data } = file;
  return String(mimeType).startsWith("text/") ? [Buffer.from(String(data), "base64").toString()] : [];
}
