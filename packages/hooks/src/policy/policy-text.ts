import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { PolicyError } from "./policy-error.js";

/** A policy file's value, and the lines of its parts. */
export interface PolicyText {
  readonly value: unknown;
  /** Returns the line of a key or a list's item, or of the nearest part around it that exists. Counted from 1. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Parses a policy file: any YAML, which includes JSON. Throws a `PolicyError` with the line. */
export function parsePolicy(text: string, path: string): PolicyText {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw new PolicyError(path, lineAt(fault.pos[0]), `is not valid YAML: ${wordsOf(fault)}`);
  return { value: toValue(document, path), lineOf: (keys) => lineAt(offsetOf(document, keys)) };
}

/** The parser's messages quote the file after a colon. */
function wordsOf({ message }: Error): string {
  const [words = ""] = message.split(":");
  return `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`;
}

function toValue(document: Document.Parsed, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new PolicyError(path, undefined, "has too many aliases (*): write their values out", { cause: error });
  }
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of path) {
    const resolved = isAlias(node) ? node.resolve(document) : node;
    if (isMap(resolved)) {
      const pair = resolved.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else {
      node = isSeq(resolved) ? resolved.items[Number(key)] : undefined;
      offset = startOf(node) ?? offset;
    }
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}
