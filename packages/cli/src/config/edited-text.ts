import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { usageError } from "../command-error.js";
import type { ConfigFile } from "./config-file.js";
import { EditError } from "./edit-error.js";
import type { Language } from "./language.js";

/** Returns the text of a config file with another value, checked by reading it back. Throws `CommandError`. */
export function editedText({ name, text }: ConfigFile, wanted: JsonObject, language: Language): string {
  const after = textOf(name, text, wanted, language);
  if (reads(name, after, wanted, language)) return after;
  throw usageError(`${name}: cannot make the change in this text, nothing was written: add the config by hand`);
}

function textOf(name: string, text: string, wanted: JsonObject, language: Language): string {
  try {
    return language.edit(text, wanted);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw usageError(`${name} ${error.message}`, error);
  }
}

function reads(name: string, text: string, wanted: JsonObject, language: Language): boolean {
  try {
    return isDeepStrictEqual(language.parse(name, text), wanted);
  } catch {
    return false;
  }
}
