/** Civic's client takes an error with these words for "this hook has no such method", and goes on: the tool runs (run). */
const SKIPPED = /(not\s+)implemented/gi;

/** A text that a client may be told: whatever it says, it is no leave to go on. */
export function safeText(text: string): string {
  return text.replaceAll(SKIPPED, "$1provided");
}

/** The same of every text in a value of JSON. */
export function safeTexts(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safeTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [safeText(key), safeTexts(inner)]));
}
