import type { Edit } from "jsonc-parser";
import { isPair, type YAMLMap, type YAMLSeq } from "yaml";
import { type Edits, endOf, flowPair, flowText, startOf } from "./yaml-text.js";

/** Edits of flow collections, which are in brackets. */
export function flowEdits(text: string): Edits {
  const end = (item: unknown) => endOf(text, isPair(item) ? (item.value ?? item.key) : item);
  const start = (item: unknown) => startOf(isPair(item) ? item.key : item);

  function insert({ items }: YAMLMap | YAMLSeq, index: number, content: string): Edit[] {
    if (index === 0) return [{ offset: start(items[0]), length: 0, content: `${content}, ` }];
    return [{ offset: end(items[index - 1]), length: 0, content: `, ${content}` }];
  }

  /** Removes an item with the comma before it, or else after it. Not the only item: that changes its key's value. */
  function remove({ items }: YAMLMap | YAMLSeq, index: number): Edit[] {
    const [from, to] = index > 0 ? [end(items[index - 1]), end(items[index])] : [start(items[0]), start(items[1])];
    return [{ offset: from, length: to - from, content: "" }];
  }

  function replace(node: unknown, value: unknown): Edit[] {
    return [{ offset: start(node), length: end(node) - start(node), content: flowText(value) }];
  }

  return {
    insertPair: (map, key, value) => insert(map, map.items.length, flowPair(key, value)),
    removePair: (map, pair) => remove(map, map.items.indexOf(pair)),
    replacePair: (_map, pair, value) => replace(pair.value ?? pair.key, value),
    insertItem: (list, index, value) => insert(list, index, flowText(value)),
    removeItem: remove,
    replaceItem: (list, index, value) => replace(list.items[index], value),
  };
}
