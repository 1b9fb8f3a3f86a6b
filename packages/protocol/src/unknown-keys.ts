import { didYouMean } from "./did-you-mean.js";

/** Refuses an object with keys that nobody knows: a misspelt one would be silent in JavaScript. Throws `TypeError`. */
export function assertKnownKeys(where: string, value: unknown, known: readonly string[]): void {
  const unknown = unknownKeys(where, value, known);
  if (unknown.length > 0) throw new TypeError(unknown.join("\n"));
}

/** The keys of an object that nobody knows, in words, one each; `where` names the object. Nothing for what is none. */
export function unknownKeys(where: string, value: unknown, known: readonly string[]): string[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value).filter((key) => !known.includes(key));
  return keys.map((key) => `${where}: unknown key "${key}"${didYouMean(key, known)}`);
}
