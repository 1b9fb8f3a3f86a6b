/** Civic's client reads these words as "this hook has no such method" and continues: the tool runs (observed). */
const SKIPPED = /(not\s+)implemented/gi;

/** Returns a text that Civic's client cannot mistake for permission to continue. */
export function safeText(text: string): string {
  return text.replaceAll(SKIPPED, "$1provided");
}

/** Applies `safeText` to every string in a JSON value, including keys. */
export function safeTexts(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safeTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [safeText(key), safeTexts(inner)]));
}
