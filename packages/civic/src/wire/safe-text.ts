/** Civic's client takes an error with these words for "this hook has no such method", and goes on: the tool runs (run). */
const SKIPPED = /not(\s+)implemented/gi;

/** A text that a client may be told: whatever it says, it is no leave to go on. */
export function safeText(text: string): string {
  return text.replaceAll(SKIPPED, "not$1provided");
}
