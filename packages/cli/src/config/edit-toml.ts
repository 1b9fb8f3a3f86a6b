/// <reference path="./eslint.d.ts" />
import { isDeepStrictEqual } from "node:util";
import type { TomlForm } from "@agent-hook/sdk/internal/installs";
import type { JsonObject } from "@agent-hook/sdk/internal/text";
import { stringify } from "smol-toml";
import { type AST, parseTOML } from "toml-eslint-parser";
import { EditError, lineOf } from "./language.js";

type Range = readonly [start: number, end: number];

/** A part of a text, and what replaces it. Without a replacement, its lines are removed. */
type Edit = readonly [range: Range, replacement: string | undefined];

/**
 * Changes the array of tables of a form from its value in `before` to that in `after`. A table that does not change
 * keeps its bytes and its place, as does everything between tables, such as comments. New tables are appended to the
 * text. The library only finds tables: those that also edit TOML remove the comments around them. Throws `EditError`.
 */
export function editTables(text: string, { key, event }: TomlForm, before: JsonObject, after: JsonObject): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const printed = (table: JsonObject) =>
    stringify({ [key]: [table] })
      .trimEnd()
      .replaceAll("\n", eol);
  const added = [...tablesAt(key, after)];
  const take = (fits: (table: JsonObject) => boolean) => {
    const at = added.findIndex(fits);
    return at === -1 ? undefined : added.splice(at, 1)[0];
  };
  const current = tablesAt(key, before);
  const { ranges, empty } = arrayIn(text, key, current.length);
  const changed = current.flatMap((table, index) =>
    take((one) => isDeepStrictEqual(one, table)) === undefined ? [{ table, range: ranges[index] as Range }] : [],
  );
  const edits = changed.map(({ table, range }): Edit => {
    const replacement = take((one) => one[event] === table[event]);
    return [range, replacement && printed(replacement)];
  });
  if (empty !== undefined && added.length > 0) edits.push([empty, undefined]);
  return withTables(edits.reduceRight(edited, text), added.map(printed), eol);
}

/** Copies the tables, because those of a parsed text have no prototype. */
function tablesAt(key: string, { [key]: tables = [] }: JsonObject): readonly JsonObject[] {
  return (tables as readonly JsonObject[]).map((table) => ({ ...table }));
}

/**
 * Returns where the tables of an array are, or where an empty array is. Throws `EditError` if its items are written
 * between brackets.
 */
function arrayIn(text: string, key: string, count: number): { ranges: readonly Range[]; empty: Range | undefined } {
  const [{ body }] = parseTOML(text).body;
  const ranges = body.flatMap((node) =>
    node.type === "TOMLTable" && node.kind === "array" && isDeepStrictEqual(node.resolvedKey.slice(0, -1), [key])
      ? [node.range]
      : [],
  );
  const inline = body.find((node) => node.type === "TOMLKeyValue" && isKey(node.key, key));
  if (ranges.length === count) return { ranges, empty: count === 0 ? inline?.range : undefined };
  const line = lineOf(text, inline?.range[0] ?? 0);
  throw new EditError(`has ${key} between brackets on line ${line}: write each entry below a line [[${key}]] first`);
}

function isKey({ keys: [first, ...more] }: AST.TOMLKey, key: string): boolean {
  return more.length === 0 && key === (first?.type === "TOMLBare" ? first.name : first?.value);
}

function edited(text: string, [[start, end], replacement]: Edit): string {
  if (replacement !== undefined) return text.slice(0, start) + replacement + text.slice(end);
  const head = text.slice(0, start).replace(/\r?\n(?=\r?\n$)/, "");
  return head + text.slice(end).replace(/^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/, "");
}

function withTables(text: string, tables: readonly string[], eol: string): string {
  if (tables.length === 0) return text;
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
  return text + gap + tables.join(eol + eol) + eol;
}
