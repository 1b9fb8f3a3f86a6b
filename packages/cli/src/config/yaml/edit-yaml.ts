import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { applyEdits, type Edit } from "jsonc-parser";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { EditError } from "../edit-error.js";
import { blockEdits } from "./block-edits.js";
import { flowEdits } from "./flow-edits.js";
import { readYaml, yamlValue } from "./read-yaml.js";
import { type Edits, isFlow, styleOf } from "./yaml-text.js";

/**
 * Returns the text with another value. Whatever stays keeps its bytes: comments, quotes, the form of each collection.
 * New lines are indented like those around them. The library's own output is not used, since it rewrites the whole
 * document. Throws `EditError` if the value comes from an alias or a merged mapping.
 */
export function editYaml(text: string, wanted: JsonObject): string {
  let edited = text;
  // Each edit changes one key or item. The caller reads the text back, so a failed edit is noticed.
  for (let edits = 0; edits < MOST_EDITS; edits++) {
    const { document, fault } = readYaml(edited);
    if (fault !== undefined || isDeepStrictEqual(yamlValue(document), wanted)) break;
    edited = applyEdits(edited, new Editor(edited, document).root(wanted));
  }
  return edited;
}

const MOST_EDITS = 1000;

/** Finds the next edit of a text. */
class Editor {
  readonly #block: ReturnType<typeof blockEdits>;
  readonly #flow: Edits;

  constructor(
    text: string,
    private readonly document: Document.Parsed<ParsedNode>,
  ) {
    this.#block = blockEdits(text, styleOf(text, document.contents));
    this.#flow = flowEdits(text);
  }

  root(wanted: JsonObject): Edit[] {
    const { contents } = this.document;
    if (isMap(contents) && (isFlow(contents) ? keepsAny(contents, wanted) : contents.items.length > 0))
      return this.#map(contents, yamlValue(this.document), wanted);
    return this.#block.fillDocument(contents, wanted);
  }

  #map(map: YAMLMap, is: unknown, wanted: JsonObject): Edit[] {
    const current = is as JsonObject;
    const edits = this.#editsOf(map);
    const own = map.items.filter((pair) => !isMerge(pair));
    for (const pair of own) {
      const key = keyOf(pair);
      if (!Object.hasOwn(wanted, key)) return edits.removePair(map, pair);
      if (isDeepStrictEqual(current[key], wanted[key])) continue;
      if (own.length < map.items.length && isDeepStrictEqual(this.#mergedInto(map, key), wanted[key]))
        return edits.removePair(map, pair);
      return this.#inside(pair.value, current[key], wanted[key]) ?? edits.replacePair(map, pair, wanted[key]);
    }
    const missing = Object.entries(wanted).find(([key, value]) => !isDeepStrictEqual(current[key], value));
    if (missing !== undefined) return edits.insertPair(map, ...missing);
    throw new EditError("inherits a key to remove from another mapping (<<): write the mapping out first");
  }

  #list(list: YAMLSeq, is: unknown, wanted: readonly unknown[]): Edit[] {
    const edits = this.#editsOf(list);
    const current = is as unknown[];
    const same = (a: number, b: number) => isDeepStrictEqual(current[a], wanted[b]);
    const shorter = Math.min(current.length, wanted.length);
    let first = 0;
    while (first < shorter && same(first, first)) first++;
    let last = 0;
    while (last < shorter - first && same(current.length - 1 - last, wanted.length - 1 - last)) last++;
    if (first + last === current.length) return edits.insertItem(list, first, wanted[first]);
    if (first + last === wanted.length) return edits.removeItem(list, first);
    const item = list.items[first];
    const grows = !isMap(item) || Object.keys(current[first] as object).every((key) => key in Object(wanted[first]));
    const inner = grows ? this.#inside(item, current[first], wanted[first]) : undefined;
    return inner ?? edits.replaceItem(list, first, wanted[first]);
  }

  /** Returns an edit inside a collection that keeps its type, or `undefined` if the whole value must be rewritten. */
  #inside(node: unknown, current: unknown, wanted: unknown): Edit[] | undefined {
    if (isAlias(node)) {
      throw new EditError(`has the alias *${node.source} where the change goes: write its value out first`);
    }
    if (isMap(node) && isObject(wanted) && keepsAny(node, wanted)) {
      return this.#map(node, current, wanted);
    }
    if (isSeq(node) && node.items.length > 0 && Array.isArray(wanted) && wanted.length > 0) {
      return this.#list(node, current, wanted);
    }
    return undefined;
  }

  /** Returns the value of a key that the mapping inherits. The first merged mapping with that key wins. */
  #mergedInto(map: YAMLMap, key: string): unknown {
    for (const { value } of map.items.filter(isMerge)) {
      for (const source of isSeq(value) ? value.items : [value]) {
        const merged: unknown = isNode(source) ? source.toJS(this.document) : undefined;
        if (isObject(merged) && Object.hasOwn(merged, key)) return merged[key];
      }
    }
    return undefined;
  }

  #editsOf(node: YAMLMap | YAMLSeq): Edits {
    return isFlow(node) ? this.#flow : this.#block;
  }
}

/** Returns whether any key is kept. Otherwise, the mapping would be empty between two edits. A merge key is kept. */
function keepsAny({ items }: YAMLMap, wanted: JsonObject): boolean {
  return items.some((pair) => isMerge(pair) || Object.hasOwn(wanted, keyOf(pair)));
}

function keyOf({ key }: Pair): string {
  if (isScalar(key)) return String(key.value);
  throw new EditError("has a key that is not a plain value: it cannot be edited here");
}

function isMerge({ key }: Pair): boolean {
  return isScalar(key) && (key.value === "<<" || typeof key.value === "symbol");
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
