import type { Edit } from "jsonc-parser";
import type { CST, Pair, ParsedNode, YAMLMap, YAMLSeq } from "yaml";
import { EditError } from "../edit-error.js";
import { columnOf, type Edits, endOf, eolOf, lineEnd, lineStart, linesOf, type Style, startOf } from "./yaml-text.js";

/** Edits of block collections, which have one line per item. */
export function blockEdits(
  text: string,
  style: Style,
): Edits & { fillDocument(contents: ParsedNode | null, value: unknown): Edit[] } {
  const eol = eolOf(text);

  function below(offset: number, lines: readonly string[], column: number): Edit {
    return {
      offset: lineEnd(text, offset),
      length: 0,
      content: indented(lines, column)
        .map((line) => eol + line)
        .join(""),
    };
  }

  /** Removes whole lines. Throws if the first one contains anything else. */
  function cutLines(start: number, end: number): Edit[] {
    const first = lineStart(text, start);
    if (text.slice(first, start).trim() !== "")
      throw new EditError(`${lineOf(start)} has more than the part to remove`);
    const last = lineEnd(text, end);
    if (first === 0) return [cut(0, last + (last < text.length ? eol.length : 0))];
    return [cut(first - (text[first - 2] === "\r" ? 2 : 1), last)];
  }

  /** Replaces the value after an indicator. A comment stays on its line. */
  function replaced(
    indicator: number,
    node: unknown,
    column: number,
    [first = "", ...rest]: readonly string[],
  ): Edit[] {
    // An absent value ends after the space before a comment.
    const end = endOf(text, node) > startOf(node) ? endOf(text, node) : indicator + 1;
    return [{ offset: indicator + 1, length: end - indicator - 1, content: first }, below(end, rest, column)];
  }

  function lineOf(offset: number): string {
    return `line ${text.slice(0, offset).split("\n").length}`;
  }

  return {
    fillDocument(contents, value) {
      const lines = linesOf(value, style);
      const empty = contents !== null && endOf(text, contents) > startOf(contents);
      if (empty)
        return [
          { offset: startOf(contents), length: endOf(text, contents) - startOf(contents), content: lines.join(eol) },
        ];
      const lead = text === "" || text.endsWith("\n") ? "" : eol;
      return [{ offset: text.length, length: 0, content: lead + lines.join(eol) + eol }];
    },
    insertPair(map, key, value) {
      return [below(endOf(text, map), linesOf({ [key]: value }, style), columnOf(text, keyStart(map, 0)))];
    },
    removePair(map, pair) {
      return cutLines(keyStart(map, map.items.indexOf(pair)), endOf(text, pair.value ?? pair.key));
    },
    replacePair(map, pair, value) {
      const index = map.items.indexOf(pair);
      const colon = sourceOf(map).items[index]?.sep?.find(({ type }) => type === "map-value-ind");
      if (colon === undefined) throw new EditError("has a key without a colon: it cannot be edited here");
      const lines = linesOf({ k: value }, style);
      const node = pair.value ?? pair.key;
      return replaced(
        colon.offset,
        node,
        columnOf(text, keyStart(map, index)),
        lines.with(0, String(lines[0]).slice(2)),
      );
    },
    insertItem(list, index, value) {
      const column = columnOf(text, dash(list, 0));
      const lines = linesOf([value], style);
      if (index > 0) return [below(endOf(text, list.items[index - 1]), lines, column)];
      // The first dash may follow the dash of an outer list on the same line. The new item then goes in its place.
      const item = indented(lines, column).join(eol).trimStart();
      return [{ offset: dash(list, 0), length: 0, content: item + eol + " ".repeat(column) }];
    },
    removeItem(list, index) {
      return cutLines(dash(list, index), endOf(text, list.items[index]));
    },
    replaceItem(list, index, value) {
      const lines = linesOf([value], style);
      const start = dash(list, index);
      return replaced(start, list.items[index], columnOf(text, start), lines.with(0, String(lines[0]).slice(1)));
    },
  };
}

function indented(lines: readonly string[], column: number): string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(column) + line));
}

function keyStart(map: YAMLMap, index: number): number {
  return startOf((map.items[index] as Pair).key);
}

function dash(list: YAMLSeq, index: number): number {
  const { start = [] } = sourceOf(list).items[index] ?? {};
  const found = start.find(({ type }) => type === "seq-item-ind");
  if (found === undefined) throw new EditError("has a list without dashes: it cannot be edited here");
  return found.offset;
}

function sourceOf({ srcToken }: YAMLMap | YAMLSeq): CST.BlockMap | CST.BlockSequence {
  return srcToken as CST.BlockMap | CST.BlockSequence;
}

function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: "" };
}
