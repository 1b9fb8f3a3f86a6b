import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import { countEqualItems, EditError, lineOf } from "./language.js";

/**
 * Changes the value of a JSON text to `newValue`. Every unchanged part keeps its bytes, including comments, trailing
 * commas and the form of each object and array. New lines follow the style of the lines around them. jsonc-parser's own
 * `modify` is not enough: it puts a new property before the comment that follows the last property, removes comments
 * between properties and reformats whole lines. Throws `EditError` if an object that has to change has a duplicate key.
 */
export function editJson(text: string, newValue: JsonObject): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== "object") return text;
  return text.slice(0, root.offset) + new Editor(text, root).value(root, newValue) + text.slice(endOf(root));
}

/** Returns the value of a node as plain objects. */
export function plainValue(node: Node): unknown {
  return structuredClone(getNodeValue(node));
}

/** A new property or item. */
type NewChild = readonly [key: string | undefined, value: unknown];

class Editor {
  readonly #eol: string;
  readonly #unit: string;
  readonly #colon: string;

  constructor(
    private readonly text: string,
    private readonly root: Node,
  ) {
    const first = root.children?.[0];
    this.#eol = text.includes("\r\n") ? "\r\n" : "\n";
    this.#unit = (first && indentAt(text, first.offset)) || "  ";
    this.#colon = first?.colonOffset !== undefined && /\s/.test(text.charAt(first.colonOffset + 1)) ? ": " : ":";
  }

  /** Returns the text of a node with another value, or `undefined` if the whole value has to be rewritten. */
  value(node: Node, newValue: unknown): string | undefined {
    const current = plainValue(node);
    if (isDeepStrictEqual(current, newValue)) return this.#source(node);
    if (node.type === "array")
      return Array.isArray(newValue) ? this.#array(node, current as unknown[], newValue) : undefined;
    const isObject = typeof newValue === "object" && newValue !== null && !Array.isArray(newValue);
    return node.type === "object" && isObject ? this.#object(node, newValue as JsonObject) : undefined;
  }

  #object(object: Node, newValue: JsonObject): string {
    const properties = object.children ?? [];
    const offsets = new Map<string, number>();
    const texts = properties.map((property) => {
      const [{ value: key }, value] = property.children as [Node, Node];
      const before = offsets.get(key);
      if (before !== undefined) {
        const lines = `lines ${lineOf(this.text, before)} and ${lineOf(this.text, property.offset)}`;
        throw new EditError(`has "${key}" twice in one object: ${lines}: keep one of them first`);
      }
      offsets.set(key, property.offset);
      if (!Object.hasOwn(newValue, key)) return undefined;
      return this.text.slice(property.offset, value.offset) + this.#changed(object, value, newValue[key]);
    });
    const missing = Object.entries(newValue).filter(([key]) => !offsets.has(key));
    return this.#collection(object, texts, missing);
  }

  /**
   * Returns the text of an array with a new value, or `undefined` if an item would have to be inserted between others.
   */
  #array(list: Node, current: readonly unknown[], newValue: readonly unknown[]): string | undefined {
    const items = list.children ?? [];
    const { atStart, atEnd } = countEqualItems(current, newValue);
    if (atEnd > 0 && newValue.length > items.length) return undefined;
    const removed = { from: newValue.length - atEnd, to: items.length - atEnd };
    const texts = items.map((item, index) => {
      if (index < atStart || index >= removed.to) return this.#source(item);
      return index < removed.from ? this.#changed(list, item, newValue[index]) : undefined;
    });
    const added = newValue.slice(items.length).map((value) => [undefined, value] as const);
    return this.#collection(list, texts, added);
  }

  /** Returns the text of an object or array. `texts` has the new text of each child, or `undefined` to remove it. */
  #collection(node: Node, texts: readonly (string | undefined)[], added: readonly NewChild[]): string {
    const children = node.children ?? [];
    const starts = [...children.map(({ offset }) => offset), endOf(node) - 1];
    const ends = [node.offset + 1, ...children.map(endOf)];
    const gaps = ends.map((end, index) => tokensOf(this.text.slice(end, starts[index])));
    const lastKept = texts.findLastIndex((kept) => kept !== undefined);
    const hasTrailingComma = gaps.at(-1)?.includes(",") === true;
    const hasComma = (index: number) =>
      texts[index] !== undefined && (index < lastKept || added.length > 0 || hasTrailingComma);

    let inner = "";
    let space = "";
    let lastSpace = "";
    let isLineComment = false;
    // What follows a removed child must not become part of a line comment.
    let lineBreak = "";
    const append = (part: string) => {
      if (part === "") return;
      inner += /^[ \t]*\r?\n/.test(part) ? part : lineBreak + part;
      lineBreak = "";
    };
    for (const [index, tokens] of gaps.entries()) {
      space = /^\s/.test(tokens.at(-1) ?? "") ? String(tokens.pop()) : "";
      if (tokens.length > 0) isLineComment = tokens.at(-1)?.startsWith("//") === true;
      const comma = hasComma(index - 1);
      if (comma && !tokens.includes(",")) append(",");
      append(tokens.filter((token) => comma || token !== ",").join(""));
      const kept = texts[index];
      if (kept !== undefined) {
        append(space + kept);
        lastSpace = space;
        isLineComment = false;
      } else if (isLineComment && index < children.length) lineBreak ||= space;
    }
    const [open, close] = [this.text.charAt(node.offset), this.text.charAt(endOf(node) - 1)];
    if (lastKept === -1) {
      const comments = inner.trim() === "" ? undefined : inner;
      if (added.length > 0) return open + this.#firstChildren(node, added, comments, space) + close;
      if (comments === undefined) return open + close;
    } else if (added.length > 0) {
      const indent = this.#indentIn(node);
      const line = this.#eol + indentAt(this.text, Number(starts[0]));
      const lead = indent !== undefined || isLineComment ? line : /[ \t]*$/.exec(lastSpace)?.[0];
      append(added.map((child) => lead + this.#child(child, indent)).join(",") + (hasTrailingComma ? "," : ""));
    }
    append(space + close);
    return open + inner;
  }

  /**
   * Returns the inner text of an object or array after its first children were added. `comments` is its inner text so
   * far, if it has comments.
   */
  #firstChildren(node: Node, added: readonly NewChild[], comments: string | undefined, space: string): string {
    const isOneLine = node !== this.root && comments === undefined && !this.text.trim().includes("\n");
    if (isOneLine) return added.map((child) => this.#child(child, undefined)).join(",");
    const outer = indentAt(this.text, node.offset);
    const indent = outer + this.#unit;
    const lines = added.map((child) => this.#eol + indent + this.#child(child, indent)).join(",");
    const end = comments !== undefined && space.includes("\n") ? space : this.#eol + outer;
    return (comments ?? "") + lines + end;
  }

  #changed(parent: Node, node: Node, newValue: unknown): string {
    const indent = this.#indentIn(parent) === undefined ? undefined : indentAt(this.text, node.offset);
    return this.value(node, newValue) ?? this.#print(newValue, indent);
  }

  #child([key, value]: NewChild, indent: string | undefined): string {
    const colon = indent === undefined ? this.#colon : ": ";
    return (key === undefined ? "" : JSON.stringify(key) + colon) + this.#print(value, indent);
  }

  /** Without an indent, the text is on one line. */
  #print(value: unknown, indent: string | undefined): string {
    if (indent === undefined) return JSON.stringify(value);
    return JSON.stringify(value, null, this.#unit).replaceAll("\n", this.#eol + indent);
  }

  /** Returns the indent of a node's children, or `undefined` if they begin on its line. */
  #indentIn({ offset, children: [first] = [] }: Node): string | undefined {
    if (first === undefined || !this.text.slice(offset, first.offset).includes("\n")) return undefined;
    return indentAt(this.text, first.offset);
  }

  #source(node: Node): string {
    return this.text.slice(node.offset, endOf(node));
  }
}

/** Returns the comments, whitespace and comma between two children. */
function tokensOf(gap: string): string[] {
  return gap.match(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[ \t\r\n]+|,/g) ?? [];
}

/** Returns the whitespace at the start of the line that contains an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}
