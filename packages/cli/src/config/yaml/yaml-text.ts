import type { Edit } from "jsonc-parser";
import {
  Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** The edits of a text in one form of YAML, block or flow. Each edit keeps the bytes of everything else. */
export interface Edits {
  insertPair(map: YAMLMap, key: string, value: unknown): Edit[];
  removePair(map: YAMLMap, pair: Pair): Edit[];
  replacePair(map: YAMLMap, pair: Pair, value: unknown): Edit[];
  insertItem(list: YAMLSeq, index: number, value: unknown): Edit[];
  removeItem(list: YAMLSeq, index: number): Edit[];
  replaceItem(list: YAMLSeq, index: number, value: unknown): Edit[];
}

/** How a YAML text is indented. */
export interface Style {
  readonly indent: number;
  /** Whether a list is indented further than its key. */
  readonly indentSeq: boolean;
}

export const DEFAULT_STYLE: Style = { indent: 2, indentSeq: true };

/** Returns the lines of a value in block form. */
export function linesOf(value: unknown, { indent, indentSeq }: Style): string[] {
  const text = documentOf(value, literal).toString({ ...OUTPUT, indent, indentSeq });
  return text.slice(0, -"\n".length).split("\n");
}

/** Returns a value on one line, for use between brackets. */
export function flowText(value: unknown): string {
  return inBrackets([value]);
}

/** Returns a key and its value on one line, for use between brackets. */
export function flowPair(key: string, value: unknown): string {
  return inBrackets({ [key]: value });
}

function inBrackets(value: object): string {
  const document = documentOf(value, () => Scalar.PLAIN);
  (document.contents as YAMLMap | YAMLSeq).flow = true;
  return document.toString(OUTPUT).slice("[ ".length, -" ]\n".length);
}

// Quotes as JSON: yaml 2.9.1 folds quoted texts of 40 characters and more, and then writes line breaks around a space
// wrong.
const OUTPUT = { lineWidth: 0, doubleQuotedAsJSON: true } as const;

function documentOf(value: unknown, typeOf: (text: string) => Scalar.Type): Document {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(place, node) {
      if (typeof node.value !== "string") return;
      // Keeps each text on one line, and a byte order mark in it from looking like that of the file.
      if (/[\n\uFEFF]/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      else if (place !== "key") node.type = typeOf(node.value);
    },
  });
  return document;
}

/**
 * Uses a literal block for a text with quotes, so that YAML quotes do not surround shell quotes. Not for a text with
 * whitespace at its ends: an editor may trim it, and for a text that begins with a space, yaml 2.9.1 assumes an indent
 * of two columns.
 */
function literal(text: string): Scalar.Type {
  return /['"]/.test(text) && text.trim() === text ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}

/** Returns the style of the first mappings and lists of a text. */
export function styleOf(text: string, root: ParsedNode | null): Style {
  let indent: number | undefined;
  let indentSeq: boolean | undefined;
  visit(root, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !key.range || isFlow(value)) return;
      const outer = columnOf(text, key.range[0]);
      if (isMap(value) && isPair(value.items[0])) indent ??= columnOf(text, startOf(value.items[0].key)) - outer;
      if (isSeq(value) && value.range) indentSeq ??= columnOf(text, value.range[0]) > outer;
    },
  });
  const { indent: usual, indentSeq: further } = DEFAULT_STYLE;
  return { indent: indent !== undefined && indent > 0 ? indent : usual, indentSeq: indentSeq ?? further };
}

export function isFlow(node: unknown): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

export function startOf(node: unknown): number {
  return (node as ParsedNode).range[0];
}

/** Returns where the content of a node ends. At most a comment follows on the line. */
export function endOf(text: string, node: unknown): number {
  if ((isMap(node) || isSeq(node)) && !isFlow(node) && node.items.length > 0) {
    const last = node.items.at(-1);
    if (!isPair(last)) return endOf(text, last);
    return endOf(text, last.value ?? last.key);
  }
  const { range } = node as ParsedNode;
  const blockScalar = isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
  return blockScalar && text[range[1] - 1] === "\n" ? lineEnd(text, range[1] - 1) : range[1];
}

/** Returns the end of the line that contains an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  if (newline === -1) return text.length;
  return text[newline - 1] === "\r" ? newline - 1 : newline;
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

export function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
