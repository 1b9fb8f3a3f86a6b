import type { Edit, Node } from "jsonc-parser";
import { gapFrom, indentAt, layoutOf } from "./json-text.js";

/** Adds a property at the end of an object, in the form of the others. */
export function insertion(text: string, object: Node, name: string, value: unknown): Edit[] {
  const first = object.children?.[0];
  const last = object.children?.at(-1);
  if (first === undefined || last === undefined) return [filling(text, object, name, value)];
  const { eol } = layoutOf(text, object);
  const gap = gapFrom(text, endOf(last));
  const lines = isMultiLine(text, object);
  const indent = indentAt(text, first.offset);
  const lead = lines || gap.endsInLineComment ? eol + indent : (/[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? "");
  const property = lead + printed(text, object, name, value, lines ? indent : undefined);
  return gap.comma === undefined
    ? [insert(endOf(last), ","), insert(gap.end, property)]
    : [insert(gap.end, `${property},`)];
}

/** Takes a property out, with its comma and its line; comments stay. */
export function removal(text: string, object: Node, property: Node): Edit[] {
  const properties = object.children ?? [];
  const previous = properties[properties.indexOf(property) - 1];
  const before = gapFrom(text, previous ? endOf(previous) : object.offset + 1);
  const { comma } = gapFrom(text, endOf(property));
  const inner =
    text.slice(object.offset + 1, property.offset) + text.slice((comma ?? endOf(property) - 1) + 1, endOf(object) - 1);
  if (properties.length === 1 && inner.trim() === "") return [cut(object.offset + 1, endOf(object) - 1)];
  const rest = text.slice(comma === undefined ? endOf(property) : comma + 1);
  const start = before.endsInLineComment && !/^[ \t]*\r?\n/.test(rest) ? property.offset : before.end;
  const needless = comma ?? before.comma;
  const edits = [cut(start, endOf(property)), ...(needless === undefined ? [] : [cut(needless, needless + 1)])];
  return edits.sort((a, b) => a.offset - b.offset);
}

/** Another value in the place of one. */
export function replacement(text: string, object: Node, { offset, length }: Node, value: unknown): Edit[] {
  const indent = isMultiLine(text, object) ? indentAt(text, offset) : undefined;
  return [{ offset, length, content: printedValue(text, object, value, indent) }];
}

/** The first property of an object. */
function filling(text: string, object: Node, name: string, value: unknown): Edit {
  const { eol, unit } = layoutOf(text, object);
  const { end } = gapFrom(text, object.offset + 1);
  const isEmpty = end === object.offset + 1;
  const isRoot = object.parent === undefined;
  const lines = isRoot || !isEmpty || text.trim().includes("\n");
  const base = indentAt(text, object.offset);
  const property = printed(text, object, name, value, lines ? base + unit : undefined);
  const closing = text.slice(end, endOf(object) - 1);
  if (!lines) return { offset: end, length: closing.length, content: property };
  const tail = closing.includes("\n") && !isEmpty ? closing : eol + base;
  return { offset: end, length: closing.length, content: eol + base + unit + property + tail };
}

/** `indent` of its line; without one it goes on the line that there is. */
function printed(text: string, object: Node, name: string, value: unknown, indent: string | undefined): string {
  const colon = indent === undefined ? layoutOf(text, object).colon : ": ";
  return JSON.stringify(name) + colon + printedValue(text, object, value, indent);
}

function printedValue(text: string, object: Node, value: unknown, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const { eol, unit } = layoutOf(text, object);
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
