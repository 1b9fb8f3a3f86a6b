import { type Document, LineCounter, type ParsedNode, parseDocument } from "yaml";

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
    const bomb = tooManyAliases(document);
    return bomb === undefined ? { document } : { document, fault: bomb };
  }
  const { line, col } = lineCounter.linePos(error.pos[0]);
  return { document, fault: `line ${line}, column ${col}: ${said(error.code, error.message)}` };
}

/** The value of a document; one that says nothing is an empty mapping. */
export function yamlValue(document: Document.Parsed<ParsedNode>): unknown {
  return document.toJS() ?? {};
}

function said(code: string, message: string): string {
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
