import { type Document, isCollection, LineCounter, type ParsedNode, parseDocument, visit } from "yaml";
import { MOST_LEVELS, TOO_DEEP } from "../../files/nesting.js";

/** A parsed YAML text, with positions. */
export interface ReadYaml {
  readonly document: Document.Parsed<ParsedNode>;
  /** The first error. */
  readonly fault?: string;
}

/** Reads one document. Duplicate keys and a second document are errors too. */
export function readYaml(text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { keepSourceTokens: true, lineCounter, merge: true, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) {
    if (isTooDeep(document)) return { document, fault: TOO_DEEP };
    const bomb = tooManyAliases(document);
    return bomb === undefined ? { document } : { document, fault: bomb };
  }
  const { line, col } = lineCounter.linePos(error.pos[0]);
  return { document, fault: `line ${line}, column ${col}: ${said(error.code, error.message)}` };
}

function isTooDeep(document: Document.Parsed<ParsedNode>): boolean {
  let level = 0;
  visit(document, {
    Collection(_, __, path) {
      // The path also contains the document and the pairs of mappings.
      level = Math.max(level, path.filter(isCollection).length + 1);
      return level > MOST_LEVELS ? visit.BREAK : undefined;
    },
  });
  return level > MOST_LEVELS;
}

/** Returns the value of a document. An empty document is an empty mapping. */
export function yamlValue(document: Document.Parsed<ParsedNode>): unknown {
  return document.toJS() ?? {};
}

function said(code: string, message: string): string {
  // The parser is recursive and reports deep nesting with the engine's message.
  if (message === "Maximum call stack size exceeded") return TOO_DEEP;
  return code === "MULTIPLE_DOCS" ? "a second document" : message;
}

function tooManyAliases(document: Document.Parsed<ParsedNode>): string | undefined {
  try {
    document.toJS();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
