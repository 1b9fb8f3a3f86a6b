import type { Edit, Node } from "jsonc-parser";
import { gapFrom, indentAt, layoutOf } from "./json-text.js";

/** A value, with its name if it belongs to an object. */
interface Added {
  readonly name?: string;
  readonly value: unknown;
}

/** Adds values at the end of an object or array, in the form of the others. */
export function insertion(text: string, parent: Node, values: readonly Added[]): Edit[] {
  const first = parent.children?.[0];
  const last = parent.children?.at(-1);
  if (first === undefined || last === undefined) return [filling(text, parent, values)];
  const { eol } = layoutOf(text, parent);
  const gap = gapFrom(text, endOf(last));
  const lines = isMultiLine(text, parent);
  const indent = indentAt(text, first.offset);
  const lead = lines || gap.endsInLineComment ? eol + indent : (/[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? "");
  const added = values.map((one) => lead + printed(text, parent, one, lines ? indent : undefined)).join(",");
  return gap.comma === undefined ? [insert(endOf(last), ","), insert(gap.end, added)] : [insert(gap.end, `${added},`)];
}

/** Removes a property or an item with its comma and line. Comments stay. */
export function removal(text: string, parent: Node, child: Node): Edit[] {
  const children = parent.children ?? [];
  const previous = children[children.indexOf(child) - 1];
  const before = gapFrom(text, previous ? endOf(previous) : parent.offset + 1);
  const { comma } = gapFrom(text, endOf(child));
  const inner =
    text.slice(parent.offset + 1, child.offset) + text.slice((comma ?? endOf(child) - 1) + 1, endOf(parent) - 1);
  if (children.length === 1 && inner.trim() === "") return [cut(parent.offset + 1, endOf(parent) - 1)];
  const rest = text.slice(comma === undefined ? endOf(child) : comma + 1);
  const start = before.endsInLineComment && !/^[ \t]*\r?\n/.test(rest) ? child.offset : before.end;
  const needless = comma ?? before.comma;
  const edits = [cut(start, endOf(child)), ...(needless === undefined ? [] : [cut(needless, needless + 1)])];
  return edits.sort((a, b) => a.offset - b.offset);
}

/** Replaces one value with another. */
export function replacement(text: string, parent: Node, { offset, length }: Node, value: unknown): Edit {
  const indent = isMultiLine(text, parent) ? indentAt(text, offset) : undefined;
  return { offset, length, content: printedValue(text, parent, value, indent) };
}

/** Adds the first values of an object or array. */
function filling(text: string, parent: Node, values: readonly Added[]): Edit {
  const { eol, unit } = layoutOf(text, parent);
  const { end } = gapFrom(text, parent.offset + 1);
  const isEmpty = end === parent.offset + 1;
  const isRoot = parent.parent === undefined;
  const lines = isRoot || !isEmpty || text.trim().includes("\n");
  const base = indentAt(text, parent.offset);
  const indent = base + unit;
  const added = values
    .map((one) => printed(text, parent, one, lines ? indent : undefined))
    .join(lines ? `,${eol}${indent}` : ",");
  const closing = text.slice(end, endOf(parent) - 1);
  if (!lines) return { offset: end, length: closing.length, content: added };
  const tail = closing.includes("\n") && !isEmpty ? closing : eol + base;
  return { offset: end, length: closing.length, content: eol + indent + added + tail };
}

/** `indent` is that of the value's line. Without it, the value goes on the current line. */
function printed(text: string, parent: Node, { name, value }: Added, indent: string | undefined): string {
  const colon = indent === undefined ? layoutOf(text, parent).colon : ": ";
  return (name === undefined ? "" : JSON.stringify(name) + colon) + printedValue(text, parent, value, indent);
}

function printedValue(text: string, parent: Node, value: unknown, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const { eol, unit } = layoutOf(text, parent);
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

function isMultiLine(text: string, { offset, children }: Node): boolean {
  return text.slice(offset, children?.[0]?.offset).includes("\n");
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function insert(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: "" };
}
