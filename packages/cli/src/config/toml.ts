import type { TomlForm } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { parse, stringify, TomlError } from "smol-toml";
import { usageError } from "../command-error.js";
import { editTables } from "./edit-toml.js";
import type { Language } from "./language.js";

/** TOML with an array of tables for the hooks of a host. Every other part of a text keeps its bytes. */
export function toml(form: TomlForm): Language {
  const printable = (value: JsonObject) => form.write(value);
  return {
    parse: (name, text) => form.read(withTables(name, form, parseToml(name, text))),
    edit: (text, newValue) => editTables(text, form, parse(text) as JsonObject, form.write(newValue)),
    print: (value) => stringify(form.write(value)).trimEnd(),
    printable,
    allowsBom: true,
    extrasOf: () => [],
  };
}

/** Returns a copy, because an object of the library has no prototype, and is unlike one that has. Throws `CommandError`. */
function withTables(name: string, { key }: TomlForm, value: JsonObject): JsonObject {
  if (value[key] === undefined || Array.isArray(value[key])) return { ...value };
  throw usageError(
    `${name}: ${key}: expected tables that begin with [[${key}]], got another form: correct it first, or name another file`,
  );
}

/** Returns the value of a TOML text. Throws `CommandError`. */
export function parseToml(name: string, text: string): JsonObject {
  try {
    return parse(text) as JsonObject;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [firstLine] = error.message.split("\n");
    throw usageError(`${name} does not parse (line ${error.line}, column ${error.column}: ${firstLine})`, error);
  }
}
