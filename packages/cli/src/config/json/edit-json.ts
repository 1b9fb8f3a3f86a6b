import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { applyEdits, type Edit, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { EditError } from "../edit-error.js";
import { insertion, removal, replacement } from "./json-edits.js";
import { lineOf } from "./json-text.js";

/**
 * The text with other values. What stays keeps its bytes: comments, trailing commas, the form of each object and list; new
 * lines are written as those around them. Own edits, since jsonc-parser's put new properties before the comment of the last one and
 * reformat whole lines. Throws `EditError` for an object that has to change and has a key twice.
 */
export function editJson(text: string, wanted: JsonObject): string {
  let edited = text;
  // Each edit settles a key or an item. Whoever writes the text reads it back: should an edit fail, that is where it shows.
  for (let edits = 0; edits < MOST_EDITS; edits++) {
    const errors: ParseError[] = [];
    const root = parseTree(edited, errors, { allowTrailingComma: true });
    if (root === undefined || errors.length > 0 || isDeepStrictEqual(plainValue(root), wanted)) break;
    edited = applyEdits(edited, nextEdit(edited, root, wanted));
  }
  return edited;
}

const MOST_EDITS = 1000;

/** The value of a node, as plain objects. */
export function plainValue(node: Node): unknown {
  return structuredClone(getNodeValue(node));
}

/** The first thing to do in an object that is not as wanted. */
function nextEdit(text: string, object: Node, wanted: JsonObject): Edit[] {
  const properties = object.children ?? [];
  demandUnique(text, properties);
  for (const property of properties) {
    const [key, value] = property.children as [Node, Node];
    if (!Object.hasOwn(wanted, key.value)) return removal(text, object, property);
    const want = wanted[key.value];
    if (isDeepStrictEqual(plainValue(value), want)) continue;
    return editInside(text, value, want) ?? replacement(text, object, value, want);
  }
  const known = new Set(properties.map((property) => property.children?.[0]?.value));
  const [name, value] = Object.entries(wanted).find(([key]) => !known.has(key)) as [string, unknown];
  return insertion(text, object, value, name);
}

/** An edit inside of an object or a list that stays one; nothing where all of the value has to be written. */
function editInside(text: string, node: Node, wanted: unknown): Edit[] | undefined {
  if (node.type === "object" && typeof wanted === "object" && wanted !== null && !Array.isArray(wanted)) {
    return nextEdit(text, node, wanted as JsonObject);
  }
  return node.type === "array" && Array.isArray(wanted) ? nextItemEdit(text, node, wanted) : undefined;
}

/** The first thing to do in a list that is not as wanted; nothing where an item would have to go between others. */
function nextItemEdit(text: string, list: Node, wanted: readonly unknown[]): Edit[] | undefined {
  const items = list.children ?? [];
  const same = (a: number, b: number) => isDeepStrictEqual(plainValue(items[a] as Node), wanted[b]);
  const shorter = Math.min(items.length, wanted.length);
  let first = 0;
  while (first < shorter && same(first, first)) first++;
  if (first === items.length) return insertion(text, list, wanted[first]);
  let last = 0;
  while (last < shorter - first && same(items.length - 1 - last, wanted.length - 1 - last)) last++;
  const item = items[first] as Node;
  if (first + last === wanted.length) return removal(text, list, item);
  if (first + last === items.length) return undefined;
  return editInside(text, item, wanted[first]) ?? replacement(text, list, item, wanted[first]);
}

function demandUnique(text: string, properties: readonly Node[]): void {
  const lines = new Map<string, number>();
  for (const { offset, children } of properties) {
    const key = children?.[0]?.value as string;
    const before = lines.get(key);
    if (before !== undefined)
      throw new EditError(
        `has "${key}" twice in one object: lines ${before} and ${lineOf(text, offset)}: keep one of them first`,
      );
    lines.set(key, lineOf(text, offset));
  }
}
