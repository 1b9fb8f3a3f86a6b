import type { JsonObject } from "@agent-hook/protocol";
import type { JsonExtra } from "@agent-hook/sdk/installs";

/** The language of a config file: parses a text, and edits it without touching what stays the same. */
export interface Language {
  /** Returns the value of a text. An empty text is an empty object. Throws `CommandError`. */
  parse(name: string, text: string): JsonObject;
  /** Returns the text with another value. Throws `EditError`. */
  edit(text: string, wanted: JsonObject): string;
  /** Returns a new text. */
  print(value: JsonObject): string;
  /** Whether a byte order mark may precede the text. */
  readonly takesBom: boolean;
  /** Returns the features of a text that not every parser of the language accepts. */
  extrasOf(text: string): JsonExtra[];
}
