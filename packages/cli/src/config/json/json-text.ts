import { createScanner, type Node } from "jsonc-parser";

/** Counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Counted from 1. */
export function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf("\n", offset - 1);
}

/** How the text around a node breaks lines, indents them and writes colons. */
export interface Layout {
  readonly eol: string;
  readonly unit: string;
  /** The separator of a key and a value on one line. */
  readonly colon: ":" | ": ";
}

export function layoutOf(text: string, { parent, ...node }: Node): Layout {
  if (parent !== undefined) return layoutOf(text, parent);
  const first = node.children?.[0];
  const unit = first === undefined ? "" : indentAt(text, first.offset);
  const isSpaced = first?.colonOffset !== undefined && /\s/.test(text.charAt(first.colonOffset + 1));
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: unit || "  ", colon: isSpaced ? ": " : ":" };
}

/** Returns the whitespace at the start of the line that contains an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** The text between two values: the comma, and the end of the last comma or comment. */
export interface Gap {
  readonly comma: number | undefined;
  readonly end: number;
  /** Anything after it on the same line would become part of the comment. */
  readonly endsInLineComment: boolean;
}

/** Returns the gap from an offset (the end of a value or of `{`) to the next value or bracket. */
export function gapFrom(text: string, offset: number): Gap {
  const scanner = createScanner(text);
  scanner.setPosition(offset);
  let gap: Gap = { comma: undefined, end: offset, endsInLineComment: false };
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const token = text.slice(start, end);
    if (token === ",") gap = { comma: start, end, endsInLineComment: false };
    else if (token.startsWith("/")) gap = { ...gap, end, endsInLineComment: token.startsWith("//") };
    else if (token.trim() !== "" || token === "") return gap;
  }
}
