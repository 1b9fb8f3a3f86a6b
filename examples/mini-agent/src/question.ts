const PLACE = /\b(?:in|for|at|of)\s+(?!(?:the|a|an|my)\b)(\p{L}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)/u;
const NO_CITY = "What|How|Is|Will|Does|Tell|Please|The|Weather|Today|Tomorrow";
const CAPITALISED = new RegExp(`(?<!\\p{L})(?!(?:${NO_CITY})\\b)\\p{Lu}[\\p{L}-]+(?:\\s+\\p{Lu}[\\p{L}-]+)*`, "u");

/**
 * Returns the city in a question: the words after "in", "for", "at" or "of", or else a capitalized word that is not a
 * question word.
 */
export function cityIn(question: string): string | undefined {
  const named = PLACE.exec(question)?.[1];
  if (named !== undefined) return named.charAt(0).toUpperCase() + named.slice(1);
  return CAPITALISED.exec(question)?.[0];
}

/** Returns the longest run of digits, operators and parentheses. */
export function expressionIn(question: string): string {
  const runs = question.match(/[-+(.\d][-+*/%().\d\s]*/g) ?? [];
  return runs.reduce((longest, run) => (run.trim().length > longest.length ? run.trim() : longest), "");
}
