import type { JsonObject } from "@agent-hook/protocol";
import type { JsonExtra } from "../host-config/index.js";

/** The language of a config file: from text to value, and back without touching what stays. */
export interface Language {
  /** The value of a text; an empty text is an empty object. Throws `CommandError`. */
  parse(name: string, text: string): JsonObject;
  /** The text with another value. Throws `EditError`. */
  edit(text: string, wanted: JsonObject): string;
  /** A text of its own. */
  print(value: JsonObject): string;
  /** Whether a byte order mark may stand before the text. */
  readonly takesBom: boolean;
  /** What a text has that not every reader of the language takes. */
  extrasOf(text: string): JsonExtra[];
}
