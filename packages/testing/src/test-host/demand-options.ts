import { unknownKeys } from "@agent-hook/protocol";

/** A misspelt option would be silent in JavaScript. */
export function demandOptions(where: string, options: object, known: readonly string[]): void {
  const unknown = unknownKeys(where, options, known);
  if (unknown.length > 0) throw new TypeError(unknown.join("\n"));
}
