import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "@agent-hook/protocol";
import { applyEdits, type Edit, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { EditError } from "../edit-error.js";
import { insertion, removal, replacement } from "./json-edits.js";
import { lineOf } from "./json-text.js";

/**
 * Returns the text with other values. Whatever stays keeps its bytes: comments, trailing commas, the form of each
 * object and array. New lines follow the style of those around them. jsonc-parser's own edits are not used, since they
 * put new properties before the comment of the last one and reformat whole lines. Throws `EditError` if an object that
 * has to change has a duplicate key.
 */
export function editJson(text: string, wanted: JsonObject): string {
  let edited = text;
  // Each round makes all edits that can be made at once. The caller reads the text back, so a failed edit is noticed.
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    const errors: ParseError[] = [];
    const root = parseTree(edited, errors, { allowTrailingComma: true });
    if (root === undefined || errors.length > 0) break;
    const is = plainValue(root);
    if (isDeepStrictEqual(is, wanted)) break;
    edited = applyEdits(edited, nextEdits(edited, root, is as JsonObject, wanted));
  }
  return edited;
}

const MOST_ROUNDS = 1000;

/** Returns the value of a node as plain objects. */
export function plainValue(node: Node): unknown {
  return structuredClone(getNodeValue(node));
}

/** Returns all edits to an object that can be made at once: in a large file, each round is slow. */
function nextEdits(text: string, object: Node, is: JsonObject, wanted: JsonObject): Edit[] {
  const properties = object.children ?? [];
  assertUnique(text, properties);
  const edits: Edit[] = [];
  let removed: Node | undefined;
  for (const [index, property] of properties.entries()) {
    const [{ value: key }, value] = property.children as [Node, Node];
    if (!Object.hasOwn(wanted, key)) {
      // Adjacent properties share a comma.
      if (index > 0 && properties[index - 1] === removed) continue;
      edits.push(...removal(text, object, property));
      removed = property;
    } else if (!isDeepStrictEqual(is[key], wanted[key])) {
      edits.push(
        ...(editsInside(text, value, is[key], wanted[key]) ?? [replacement(text, object, value, wanted[key])]),
      );
    }
  }
  if (edits.length > 0) return edits;
  const missing = Object.entries(wanted).filter(([key]) => !Object.hasOwn(is, key));
  return insertion(
    text,
    object,
    missing.map(([name, value]) => ({ name, value })),
  );
}

/** Returns edits inside an object or array that keeps its type, or `undefined` if the whole value must be rewritten. */
function editsInside(text: string, node: Node, is: unknown, wanted: unknown): Edit[] | undefined {
  if (node.type === "object" && typeof wanted === "object" && wanted !== null && !Array.isArray(wanted)) {
    return nextEdits(text, node, is as JsonObject, wanted as JsonObject);
  }
  return node.type === "array" && Array.isArray(wanted)
    ? nextItemEdits(text, node, is as unknown[], wanted)
    : undefined;
}

/** Returns the first edit to an array, or `undefined` if an item would have to be inserted between others. */
function nextItemEdits(
  text: string,
  list: Node,
  is: readonly unknown[],
  wanted: readonly unknown[],
): Edit[] | undefined {
  const items = list.children ?? [];
  const same = (a: number, b: number) => isDeepStrictEqual(is[a], wanted[b]);
  const shorter = Math.min(items.length, wanted.length);
  let first = 0;
  while (first < shorter && same(first, first)) first++;
  if (first === items.length) return insertion(text, list, [{ value: wanted[first] }]);
  let last = 0;
  while (last < shorter - first && same(items.length - 1 - last, wanted.length - 1 - last)) last++;
  const item = items[first] as Node;
  if (first + last === wanted.length) return removal(text, list, item);
  if (first + last === items.length) return undefined;
  return editsInside(text, item, is[first], wanted[first]) ?? [replacement(text, list, item, wanted[first])];
}

function assertUnique(text: string, properties: readonly Node[]): void {
  // Count lines only for the message: each count scans the text.
  const offsets = new Map<string, number>();
  for (const { offset, children } of properties) {
    const key = children?.[0]?.value as string;
    const before = offsets.get(key);
    if (before !== undefined) {
      const lines = `lines ${lineOf(text, before)} and ${lineOf(text, offset)}`;
      throw new EditError(`has "${key}" twice in one object: ${lines}: keep one of them first`);
    }
    offsets.set(key, offset);
  }
}
