import { isDeepStrictEqual } from "node:util";
import type { JsonExtra } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";

/** The language of a config file: parses a text, and edits it without changing the bytes of the rest. */
export interface Language {
  /** Returns the value of a text. An empty text is an empty object. Throws `CommandError`. */
  parse(name: string, text: string): JsonObject;
  /** Changes the value of a text to `newValue`. Throws `EditError`. */
  edit(text: string, newValue: JsonObject): string;
  /** Returns the text of a value. */
  print(value: JsonObject): string;
  /** Returns the value that the host reads in such a text, if it is not the value itself. */
  printable?(value: JsonObject): JsonObject;
  /** Whether a byte order mark may precede the text. */
  readonly allowsBom: boolean;
  /** Returns the features of a text that not every parser of the language accepts. */
  extrasOf(text: string): JsonExtra[];
  /** Returns whether a text must be written again even if its value does not change. */
  isOutdated?(text: string): boolean;
}

/** Thrown if a text cannot be edited. The message continues a sentence that starts with the file name. */
export class EditError extends Error {
  override readonly name = "EditError";
}

/** Returns the number of the line that contains an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Returns an offset in words, such as `line 2, column 5`. */
export function positionText(text: string, offset: number): string {
  return `line ${lineOf(text, offset)}, column ${offset - text.lastIndexOf("\n", offset - 1)}`;
}

/** Counts the equal items at the start and at the end of two lists. */
export function countEqualItems(
  current: readonly unknown[],
  newValue: readonly unknown[],
): { atStart: number; atEnd: number } {
  const shorter = Math.min(current.length, newValue.length);
  let atStart = 0;
  while (atStart < shorter && isDeepStrictEqual(current[atStart], newValue[atStart])) atStart++;
  let atEnd = 0;
  while (atEnd < shorter - atStart && isDeepStrictEqual(current.at(-1 - atEnd), newValue.at(-1 - atEnd))) atEnd++;
  return { atStart, atEnd };
}
