import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "@agent-hook/sdk/internal/text";
import {
  type CST,
  Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  type YAMLSeq,
} from "yaml";
import { countEqualItems, EditError, lineOf } from "./language.js";

/**
 * Changes the value of a YAML text to `newValue`. Every unchanged part keeps its bytes, including comments, quotes and
 * the form of each collection. New lines are indented like the lines around them. `Document.toString` writes only the
 * new values, since it reformats everything else. Throws `EditError` if the value comes from an alias or a merged
 * mapping.
 */
export function editYaml(text: string, newValue: JsonObject): string {
  let edited = text;
  // Each edit changes one key or item. The caller parses the result, so a failed edit is noticed.
  for (let edits = 0; edits < MAX_EDITS; edits++) {
    const document = parseYaml(edited);
    if (document.errors.length > 0 || isDeepStrictEqual(yamlValue(document), newValue)) break;
    const [start, end, content] = new Editor(edited, document).edit(newValue);
    edited = edited.slice(0, start) + content + edited.slice(end);
  }
  return edited;
}

const MAX_EDITS = 1000;

/** Parses one document. Duplicate keys and a second document are errors too. */
export function parseYaml(text: string): Document.Parsed<ParsedNode> {
  return parseDocument(text, { keepSourceTokens: true, merge: true, prettyErrors: false });
}

/** Returns the value of a document. An empty document is an empty mapping. */
export function yamlValue(document: Document.Parsed<ParsedNode>): unknown {
  return document.toJS() ?? {};
}

/** Replaces the text from `start` to `end`. */
type Edit = readonly [start: number, end: number, content: string];

type Collection = YAMLMap | YAMLSeq;

/** Where a mapping's pair or a list's item is in the text. */
interface Entry {
  /** The position of the key or, in a block list, of the dash. */
  readonly start: number;
  /** The position after the colon or dash of a block. */
  readonly indicatorEnd: number | undefined;
  readonly valueStart: number;
  readonly end: number;
}

/** Finds the next edit of a text. */
class Editor {
  readonly #style: Style;
  readonly #eol: string;

  constructor(
    private readonly text: string,
    private readonly document: Document.Parsed<ParsedNode>,
  ) {
    this.#style = this.#styleOf(document.contents);
    this.#eol = text.includes("\r\n") ? "\r\n" : "\n";
  }

  edit(newValue: JsonObject): Edit {
    const { contents } = this.document;
    if (isMap(contents) && contents.items.length > 0 && (!contents.flow || keepsAny(contents, newValue)))
      return this.#map(contents, yamlValue(this.document) as JsonObject, newValue);
    const { length } = this.text;
    const lines = blockLines(newValue, this.#style).join(this.#eol);
    if (contents !== null && this.#endOf(contents) > startOf(contents))
      return [startOf(contents), this.#endOf(contents), lines];
    const lead = this.text === "" || this.text.endsWith("\n") ? "" : this.#eol;
    return [length, length, lead + lines + this.#eol];
  }

  #map(map: YAMLMap, current: JsonObject, newValue: JsonObject): Edit {
    for (const [index, pair] of map.items.entries()) {
      if (isMerge(pair)) continue;
      const key = keyOf(pair);
      if (!Object.hasOwn(newValue, key)) return this.#remove(map, index);
      if (isDeepStrictEqual(current[key], newValue[key])) continue;
      if (isDeepStrictEqual(this.#inherited(map, key), newValue[key])) return this.#remove(map, index);
      return this.#inside(pair.value, current[key], newValue[key]) ?? this.#replace(map, index, newValue[key]);
    }
    const missing = Object.entries(newValue).find(([key, value]) => !isDeepStrictEqual(current[key], value));
    if (missing !== undefined) return this.#insert(map, map.items.length, Object.fromEntries([missing]));
    throw new EditError("inherits a key to remove from another mapping (<<): write the mapping out first");
  }

  #list(list: YAMLSeq, current: readonly unknown[], newValue: readonly unknown[]): Edit {
    const { atStart: index, atEnd } = countEqualItems(current, newValue);
    if (index + atEnd === current.length) return this.#insert(list, index, [newValue[index]]);
    if (index + atEnd === newValue.length) return this.#remove(list, index);
    const item = list.items[index];
    const grows = !isMap(item) || Object.keys(current[index] as object).every((key) => key in Object(newValue[index]));
    const inner = grows ? this.#inside(item, current[index], newValue[index]) : undefined;
    return inner ?? this.#replace(list, index, newValue[index]);
  }

  /** Returns an edit inside a collection that keeps its type, or `undefined` if the whole value must be rewritten. */
  #inside(node: unknown, current: unknown, newValue: unknown): Edit | undefined {
    if (isAlias(node))
      throw new EditError(`has the alias *${node.source} where the change goes: write its value out first`);
    if (isMap(node) && isObject(newValue) && keepsAny(node, newValue))
      return this.#map(node, current as JsonObject, newValue);
    const isList = isSeq(node) && node.items.length > 0 && Array.isArray(newValue) && newValue.length > 0;
    return isList ? this.#list(node, current as unknown[], newValue) : undefined;
  }

  /** Returns the value of a key that a mapping inherits from others (`<<`). */
  #inherited({ items }: YAMLMap, key: string): unknown {
    const merged = new YAMLMap();
    merged.items = items.filter(isMerge);
    return merged.toJS(this.document)[key];
  }

  /** Inserts a pair at the end of a mapping, or an item into a list. */
  #insert(collection: Collection, index: number, added: object): Edit {
    const entries = this.#entries(collection);
    const { start: first } = entries[0] as Entry;
    const after = entries[index - 1]?.end;
    if (collection.flow) {
      const content = flowContent(added);
      return after === undefined ? [first, first, `${content}, `] : [after, after, `, ${content}`];
    }
    const column = this.#columnOf(first);
    const lines = indentLines(blockLines(added, this.#style), column).join(this.#eol);
    // The first dash may follow the dash of an outer list on the same line. The new item then takes the position of the
    // first item.
    if (after === undefined) return [first, first, lines.trimStart() + this.#eol + " ".repeat(column)];
    return [this.#lineEnd(after), this.#lineEnd(after), this.#eol + lines];
  }

  /** Removes a pair or an item: its lines or, between brackets, its text and a comma. */
  #remove(collection: Collection, index: number): Edit {
    const entries = this.#entries(collection);
    const { start, end } = entries[index] as Entry;
    if (collection.flow) {
      const before = entries[index - 1]?.end;
      return before === undefined ? [start, entries[1]?.start ?? end, ""] : [before, end, ""];
    }
    const lineStart = start - this.#columnOf(start);
    if (this.text.slice(lineStart, start).trim() !== "")
      throw new EditError(`line ${lineOf(this.text, start)} has more than the part to remove`);
    const lineEnd = this.#lineEnd(end);
    if (lineStart > 0) return [this.#lineEnd(lineStart - 1), lineEnd, ""];
    return [0, lineEnd < this.text.length ? lineEnd + this.#eol.length : lineEnd, ""];
  }

  /** Replaces the value of a pair, or an item. A comment stays on its line. */
  #replace(collection: Collection, index: number, value: unknown): Edit {
    const { start, indicatorEnd, valueStart, end } = this.#entries(collection)[index] as Entry;
    if (collection.flow) return [valueStart, end, flowContent([value])];
    if (indicatorEnd === undefined) throw new EditError("has a key without a colon: it cannot be edited here");
    // If the value is absent, `end` is after the space before a comment.
    const valueEnd = end > valueStart ? end : indicatorEnd;
    const lineEnd = this.#lineEnd(valueEnd);
    const [first = "", ...rest] = blockLines(isMap(collection) ? { k: value } : [value], this.#style);
    const line = first.slice(isMap(collection) ? "k:".length : "-".length) + this.text.slice(valueEnd, lineEnd);
    return [indicatorEnd, lineEnd, [line, ...indentLines(rest, this.#columnOf(start))].join(this.#eol)];
  }

  #entries({ items, srcToken }: Collection): Entry[] {
    const sources = (srcToken as CST.BlockMap | CST.BlockSequence | CST.FlowCollection).items;
    return items.map((item, index) => {
      const { start = [], sep = [] } = sources[index] ?? {};
      const indicator = [...start, ...sep].find(({ type }) => type === "map-value-ind" || type === "seq-item-ind");
      const value = isPair(item) ? (item.value ?? item.key) : item;
      return {
        start: isPair(item) ? startOf(item.key) : (indicator?.offset ?? startOf(item)),
        indicatorEnd: indicator && indicator.offset + 1,
        valueStart: startOf(value),
        end: this.#endOf(value),
      };
    });
  }

  /** Returns where the content of a node ends. Only a comment can follow on the same line. */
  #endOf(node: unknown): number {
    if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length > 0) {
      const last = node.items.at(-1);
      return this.#endOf(isPair(last) ? (last.value ?? last.key) : last);
    }
    const [, end] = (node as ParsedNode).range;
    const isBlock = isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
    return isBlock && this.text[end - 1] === "\n" ? this.#lineEnd(end - 1) : end;
  }

  /** Returns the end of the line that contains an offset, before its line break. */
  #lineEnd(offset: number): number {
    const newline = this.text.indexOf("\n", offset);
    if (newline === -1) return this.text.length;
    return this.text[newline - 1] === "\r" ? newline - 1 : newline;
  }

  #columnOf(offset: number): number {
    return offset - this.text.lastIndexOf("\n", offset - 1) - 1;
  }

  /** Returns the style of the first nested mapping and the first nested list. */
  #styleOf(root: ParsedNode | null): Style {
    const style: { indent?: number; indentSeq?: boolean } = {};
    visit(root, {
      Pair: (_, { key, value }) => {
        if (!(isMap(value) || isSeq(value)) || value.flow || value.items.length === 0) return;
        const further = this.#columnOf(startOf(value)) - this.#columnOf(startOf(key));
        if (isSeq(value)) style.indentSeq ??= further > 0;
        else if (further > 0) style.indent ??= further;
      },
    });
    return { ...DEFAULT_STYLE, ...style };
  }
}

/** How a YAML text is indented. */
interface Style {
  readonly indent: number;
  /** Whether a list is indented further than its key. */
  readonly indentSeq: boolean;
}

const DEFAULT_STYLE: Style = { indent: 2, indentSeq: true };
// Quoted texts are written as in JSON: yaml 2.9.1 folds quoted texts of 40 characters or more, and then writes line
// breaks around a space incorrectly.
const OUTPUT = { lineWidth: 0, doubleQuotedAsJSON: true } as const;

/** Returns the lines of a value in block form. */
export function blockLines(value: unknown, style = DEFAULT_STYLE): string[] {
  const text = documentOf(value, scalarType).toString({ ...OUTPUT, ...style });
  return text.slice(0, -"\n".length).split("\n");
}

/** Returns the content of a mapping or a list on one line, for use between brackets. */
function flowContent(value: object): string {
  const document = documentOf(value, () => Scalar.PLAIN);
  (document.contents as Collection).flow = true;
  return document.toString(OUTPUT).slice("[ ".length, -" ]\n".length);
}

function documentOf(value: unknown, typeOf: (text: string) => Scalar.Type): Document {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(place, node) {
      if (typeof node.value !== "string") return;
      // Keeps each text on one line, and prevents a byte order mark in it from looking like the file's own.
      if (/[\n\uFEFF]/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      else if (place !== "key") node.type = typeOf(node.value);
    },
  });
  return document;
}

/**
 * Uses a literal block for a text with quotes, so that YAML quotes do not surround shell quotes. A text with whitespace
 * at its ends stays plain: an editor may trim a block, and for a block that begins with a space, yaml 2.9.1 assumes an
 * indent of two columns.
 */
function scalarType(text: string): Scalar.Type {
  return /['"]/.test(text) && text.trim() === text ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}

function indentLines(lines: readonly string[], column: number): string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(column) + line));
}

/**
 * Returns whether the mapping keeps any of its keys. Otherwise, it would be empty between two edits. A merge key (`<<`)
 * is always kept.
 */
function keepsAny({ items }: YAMLMap, newValue: JsonObject): boolean {
  return items.some((pair) => isMerge(pair) || Object.hasOwn(newValue, keyOf(pair)));
}

function keyOf({ key }: Pair): string {
  if (isScalar(key)) return String(key.value);
  throw new EditError("has a key that is not a plain value: it cannot be edited here");
}

function isMerge({ key }: Pair): boolean {
  return isScalar(key) && (key.value === "<<" || typeof key.value === "symbol");
}

function startOf(node: unknown): number {
  return (node as ParsedNode).range[0];
}
