/** The keys under which hosts put the text of a result. The first that an object has counts. */
const TEXT_KEYS = ["stdout", "llmContent", "textResultForLlm", "text", "error", "content", "file"];

/**
 * Returns the text that the model reads in a tool's result. The result has the host's own shape: a text, an object with
 * a text, or a list of content blocks. Everything else is shown as JSON.
 */
export function modelText(result: unknown): string {
  if (typeof result === "string") return result;
  if (Array.isArray(result)) return result.map(modelText).join("\n");
  if (typeof result !== "object" || result === null) return String(result ?? "");
  const fields = result as Readonly<Record<string, unknown>>;
  const key = TEXT_KEYS.find((name) => fields[name] !== undefined);
  return key === undefined ? JSON.stringify(result) : modelText(fields[key]);
}
