import { didYouMean } from "./did-you-mean.js";

/** Throws `TypeError` if an object has unknown keys: JavaScript would silently ignore a misspelt one. */
export function assertKnownKeys(where: string, value: unknown, known: readonly string[]): void {
  const unknown = unknownKeys(where, value, known);
  if (unknown.length > 0) throw new TypeError(unknown.join("\n"));
}

/** Returns a message for each unknown key of an object, which `where` names. Returns `[]` for any other value. */
export function unknownKeys(where: string, value: unknown, known: readonly string[]): string[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value).filter((key) => !known.includes(key));
  return keys.map((key) => `${where}: unknown key "${key}"${didYouMean(key, known)}`);
}
