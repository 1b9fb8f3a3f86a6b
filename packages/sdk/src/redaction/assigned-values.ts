/**
 * An unquoted value in a shell or query string. A space after a backslash is part of it, a quote is not: it may be
 * JSON's.
 */
export const WORD = /(?:[^\s&;|"'`<>\\]|\\(?!["'`\r\n])[ \t]?)+/y;

const NO_SECRET =
  /^(?:null|none|nil|true|false|undefined|str|string|number|bool|boolean|bytes|any|unknown|object|\$\{?[A-Z_][A-Z0-9_]*\}?)$/i;

/** Whether a value reveals nothing, as in `password: string;` and `token=$TOKEN`. */
export function isPlaceholder(value: string): boolean {
  return NO_SECRET.test(value);
}

/**
 * The rest of a shell word after a quoted part: `"a"'b'c`. Bounded: a text of only quotes would take quadratic time.
 */
const GLUED =
  /(?:\$?"(?:[^"\\\n]|\\[^\n]){0,200}"|\$?'[^'\n]{0,200}'|\\+["'][^"'\\\n]{0,200}\\+["']|[\w.~+/@%=-]{1,200}|\\ ){1,20}/y;

const QUOTE = /\$?\\*["'`]/y;
/** In JSON, a value may be on the next line, and JSON may be inside JSON. */
const NEXT_LINE = /(?:\r?\n|\\{1,20}n)[ \t]*/y;
/** Ends at an empty line, because the list may be cut off. */
const LIST =
  /\[(?:[^\]\n]|\n(?![ \t]*\n)){0,10000}\]?(?:\s{0,99},\s{0,99}\[(?:[^\]\n]|\n(?![ \t]*\n)){0,10000}\]?){0,99}/y;
const TO_LINE_END = /[^\r\n"'`]+/y;
/** After a colon or a space, most words are prose or code. Only a word that ends a line or an item is a value. */
const LONE_WORD = /[^\s"'`<>(){}[\],;]+(?=[ \t]*(?:[\r\n,;})\]]|\\[nr]|$))/y;
/** The flag before a name in a shell command: `-H "`, `--header=`. */
const HEADER_FLAG = /(?:^|[\s"'])(?:-H|--(?:proxy-)?header)(?:=|[ \t]*)(?:\\*["'])?$/;
/** The quote before a name: `"X-Api-Key: ...`. */
const OPENED = /\\*["'`]$/;
/** How many characters before a name are searched for the two patterns above. */
const BEFORE = 40;
/** Headers whose values contain spaces and extend to the end of the line. */
const HEADER = /(?:authorization|cookies?)$/i;

/** A name, the sign after it, and where its value may start. */
export interface Assignment {
  readonly name: string;
  readonly nameStart: number;
  /** What follows the name and closes its quotes or brackets: `"`, `"]`, `%5D`. */
  readonly closed: string;
  /** With the spaces before it. */
  readonly sign: string;
  readonly space: string;
  readonly valueAt: number;
}

/** Returns the start and end of the assigned value. They are equal if there is nothing to redact. */
export function assignedValue(text: string, assignment: Assignment): [number, number] {
  const { name, nameStart, closed, sign, space, valueAt } = assignment;
  const next = closed !== "" && sign.trimStart().startsWith(":") ? matchAt(NEXT_LINE, text, valueAt) : undefined;
  const start = valueAt + (next?.length ?? 0);
  const quote = matchAt(QUOTE, text, start);
  if (quote !== undefined) {
    const inside = start + quote.length;
    const plain = quote.replace("$", "");
    const end = endOfQuoted(text, inside, plain);
    const behind = end + plain.length;
    const isClosed = text.startsWith(plain, end);
    const wordEnd = isClosed && sign === "=" && space === "" ? endOfShellWord(text, behind) : behind;
    return wordEnd > behind ? [start, wordEnd] : [inside, end];
  }
  const list = closed === "" ? undefined : matchAt(LIST, text, start);
  if (list !== undefined) return [start, start + list.length];
  const isColon = sign.trimStart().startsWith(":");
  const before = closed === "" && isColon ? text.slice(Math.max(0, nameStart - BEFORE), nameStart) : "";
  const [opened] = OPENED.exec(before) ?? [];
  const isArgument = HEADER_FLAG.test(before) || name.startsWith("-H");
  if (opened !== undefined) {
    const end = endOfQuoted(text, start, opened);
    const value = text.slice(start, end);
    // In any other quotes, several words may be prose.
    if (isArgument || HEADER.test(name) || !/\s/.test(value)) return [start, isPlaceholder(value) ? start : end];
  }
  const isGlued = space === "" && (sign.trim() === "=" || isArgument || /^x-/i.test(name));
  const value = matchAt(HEADER.test(name) ? TO_LINE_END : isGlued ? WORD : LONE_WORD, text, start) ?? "";
  return [start, isPlaceholder(value) ? start : start + value.length];
}

/** Returns the end of the shell word whose quoted part ends at `at`. */
function endOfShellWord(text: string, at: number): number {
  return at + (matchAt(GLUED, text, at)?.length ?? 0);
}

/** Returns the index of the closing quote, with no more escapes than the opening one, or of the end of the line. */
export function endOfQuoted(text: string, from: number, quote: string): number {
  let escapes = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === "\n") return at;
    if (letter === quote.at(-1) && escapes < quote.length) return at - escapes;
    escapes = letter === "\\" ? escapes + 1 : 0;
  }
  return text.length;
}

/** Returns what a sticky pattern matches at an index. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Returns the index after what a sticky pattern matches at an index, or -1. Makes no text, which takes longer. */
export function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
