/** The keys under which hosts put the text of a result. The first that an object has is its text. */
const TEXTS = ["stdout", "llmContent", "textResultForLlm", "text", "error", "content", "file"];

/**
 * Returns the text that a model reads of a result in a host's own shape: a text, an object with one, or blocks of
 * content. Everything else is shown as JSON.
 */
export function modelText(result: unknown): string {
  if (typeof result === "string") return result;
  if (Array.isArray(result)) return result.map(modelText).join("\n");
  if (typeof result !== "object" || result === null) return String(result ?? "");
  const fields = result as Readonly<Record<string, unknown>>;
  const key = TEXTS.find((name) => fields[name] !== undefined);
  return key === undefined ? JSON.stringify(result) : modelText(fields[key]);
}
