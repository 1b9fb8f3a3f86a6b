import { type Document, isCollection, LineCounter, type ParsedNode, parseDocument, visit } from "yaml";
import { MOST_LEVELS, TOO_DEEP } from "../../files/nesting.js";

/** A text as YAML: what it says, and where. */
export interface ReadYaml {
  readonly document: Document.Parsed<ParsedNode>;
  /** What is wrong with it, first of all. */
  readonly fault?: string;
}

/** Reads one document; a key that comes twice and a second document are faults, too. */
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
      // The document and the pairs of mappings stand in the path, too.
      level = Math.max(level, path.filter(isCollection).length + 1);
      return level > MOST_LEVELS ? visit.BREAK : undefined;
    },
  });
  return level > MOST_LEVELS;
}

/** The value of a document; one that says nothing is an empty mapping. */
export function yamlValue(document: Document.Parsed<ParsedNode>): unknown {
  return document.toJS() ?? {};
}

function said(code: string, message: string): string {
  // The parser goes down as deep as the text does, and says so in the words of the machine.
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
