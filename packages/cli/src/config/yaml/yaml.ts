import type { JsonObject } from "@agent-hook/protocol";
import { usageError } from "../../command-error.js";
import type { Language } from "../language.js";
import { editYaml } from "./edit-yaml.js";
import { readYaml, yamlValue } from "./read-yaml.js";
import { DEFAULT_STYLE, linesOf } from "./yaml-text.js";

/** Exactly one YAML 1.2 document, which is a mapping. */
export const yaml: Language = {
  parse,
  edit: editYaml,
  print: (value) => linesOf(value, DEFAULT_STYLE).join("\n"),
  takesBom: false,
  extrasOf: () => [],
};

function parse(name: string, text: string): JsonObject {
  const { document, fault } = readYaml(text);
  if (fault !== undefined) throw usageError(`${name} does not parse (${fault}): fix it first`);
  const value = yamlValue(document);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw usageError(`${name}: expected a mapping, got ${Array.isArray(value) ? "a list" : `a ${typeof value}`}`);
}
