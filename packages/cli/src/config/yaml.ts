import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import { type Document, isCollection, type ParsedNode, visit } from "yaml";
import { usageError } from "../command-error.js";
import { MAX_DEPTH, TOO_DEEP } from "../files/nesting.js";
import { blockLines, editYaml, parseYaml, yamlValue } from "./edit-yaml.js";
import { type Language, positionText } from "./language.js";

/** Exactly one YAML 1.2 document, which is a mapping. */
export const yaml: Language = {
  parse,
  edit: editYaml,
  print: (value) => blockLines(value).join("\n"),
  allowsBom: false,
  extrasOf: () => [],
};

function parse(name: string, text: string): JsonObject {
  const document = parseYaml(text);
  const fault = faultOf(document, text);
  if (fault !== undefined) throw usageError(`${name} does not parse (${fault}): fix it first`);
  const value = yamlValue(document);
  if (isObject(value)) return value;
  throw usageError(`${name}: expected a mapping, got ${Array.isArray(value) ? "a list" : `a ${typeof value}`}`);
}

/** Returns the first error of a document. */
function faultOf(document: Document.Parsed<ParsedNode>, text: string): string | undefined {
  const [error] = document.errors;
  if (error !== undefined) {
    const place = positionText(text, error.pos[0]);
    if (error.code === "MULTIPLE_DOCS") return `${place}: a second document`;
    // The parser is recursive and reports deep nesting with the engine's message.
    return `${place}: ${error.message === "Maximum call stack size exceeded" ? TOO_DEEP : error.message}`;
  }
  if (isTooDeep(document)) return TOO_DEEP;
  try {
    yamlValue(document);
    return undefined;
  } catch (error) {
    // Too many aliases.
    return (error as Error).message;
  }
}

function isTooDeep(document: Document.Parsed<ParsedNode>): boolean {
  let level = 0;
  visit(document, {
    Collection(_, __, path) {
      // The path also contains the document and the pairs of mappings.
      level = Math.max(level, path.filter(isCollection).length + 1);
      return level > MAX_DEPTH ? visit.BREAK : undefined;
    },
  });
  return level > MAX_DEPTH;
}
