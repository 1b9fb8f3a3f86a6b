import { endAt, matchAt } from "./assigned-values.js";

/** A value, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  /** It has no quotes, so it may be code. */
  readonly isBare: boolean;
  /** It cannot be code, as in a line of `.env`. */
  readonly isLiteral: boolean;
}

/** What ends a value: a blank, also a quote, or a sign with which code separates values. */
const ENDS = (longest: number) => ({
  longest,
  blank: new RegExp(`[^\\s]{1,${longest}}`, "y"),
  quote: new RegExp(`(?:[^\\s"'\`<>\\\\]|\\\\(?!["'\`\\\\nrt])){1,${longest}}`, "y"),
  sign: new RegExp(`(?:[^\\s"'\`<>,;|&(){}[\\]\\\\]|\\\\(?!["'\`\\\\nrt])){1,${longest}}`, "y"),
});
/** Few values are longer, and the start of one is enough to judge it. */
const SHORT = ENDS(400);
const LONG = ENDS(4000);

/** What a line may have before a name: `export `, `ENV `, `- `, `-e `, and the mark of a diff. */
const LINE_START = /^[ \t]*(?:(?:export|set|setx|ENV|ARG|--?e(?:nv)?|\$env:|[+>-])[ \t]*){0,3}$/;
const LONGEST_START = 60;
/** `os.environ["X"]`, `input()` */
const CALL = /^[A-Za-z_][\w.]*[([].*[)\]]$/;
const SIGN = /[,;|&(){}[\].:!?-]/;
/** The next item of a list such as `user=a;password=b;ssl=true` or `{user:a,password:b}`. */
const NEXT_ITEM = /[;,&](?:amp;)?[ \t]?[\w.%[\]-]{1,60}(?:=(?!=)|:)/;

/** Returns the unquoted values of at least a length that can be at an index, the longest first. */
export function bareValues(
  text: string,
  name: string,
  nameStart: number,
  at: number,
  least: number,
  ends = SHORT,
): readonly Value[] {
  const quoted = endAt(ends.quote, text, at);
  // Most names are followed by a word of code or prose.
  if (quoted - at < least && text[at - 1] !== "=") return [];
  const isLine = isLineStart(text, nameStart);
  const isEnvironment = isLine && text[at - 1] === "=" && /^[A-Z][A-Z0-9_]*$/.test(name);
  const long = text.slice(at, isEnvironment ? endAt(ends.blank, text, at) : quoted);
  if (long.length < least || (isEnvironment && CALL.test(long))) return [];
  const end = at + trimmed(long, isEnvironment, isInQuery(text, nameStart)).length;
  const isLiteral = isEnvironment || (isLine && isUnlikeCode(long) && isLineEnd(text, at + long.length));
  const value = { start: at, end, isBare: true, isLiteral };
  if (isLiteral || end === at || !SIGN.test(long)) return [value];
  const short = matchAt(ends.sign, text, at) ?? "";
  const shortEnd = at + short.replace(/[.:!?]+$/, "").length;
  // A call or an index
  if (shortEnd >= end || /[([{]/.test(text[at + short.length] ?? "") || short.endsWith("-")) return [value];
  return [value, { ...value, end: shortEnd }];
}

/** Returns the end of a value, of which perhaps only the start was read. */
export function wholeEnd(text: string, name: string, nameStart: number, { start, end, isBare }: Value): number {
  if (!isBare || end - start < SHORT.longest - 10) return end;
  return bareValues(text, name, nameStart, start, 1, LONG)[0]?.end ?? end;
}

function isInQuery(text: string, nameStart: number): boolean {
  return /[?&]/.test(text[nameStart - 1] ?? "") || text.startsWith("amp;", nameStart - 4);
}

function isLineEnd(text: string, at: number): boolean {
  return /^[ \t]*(?:$|[\r\n]|#)/.test(text.slice(at, at + 80));
}

function isLineStart(text: string, nameStart: number): boolean {
  if (nameStart === 0 || text[nameStart - 1] === "\n") return true;
  const before = text.slice(Math.max(0, nameStart - LONGEST_START), nameStart);
  const newline = before.lastIndexOf("\n");
  if (newline === -1 && nameStart > LONGEST_START) return false;
  return LINE_START.test(before.slice(newline + 1));
}

/** Returns a value without what follows it in a list, in a query string, in a command and in prose. */
function trimmed(value: string, isEnvironment: boolean, isQuery: boolean): string {
  if (!/[;,&|)\]}.:#\\]/.test(value)) return value;
  const ends = [/&&|\|\||\\[nrt]/, ...(isQuery ? [/[&#]/] : []), ...(isEnvironment ? [] : [NEXT_ITEM])];
  const end = Math.min(value.length, ...ends.map((pattern) => value.search(pattern)).filter((index) => index !== -1));
  return withoutClosers(value.slice(0, end).replace(isEnvironment ? /[;,]+$/ : /[;,.:]+$/, ""));
}

/** `(token=abc)` and `{token: abc}`: a bracket that the value does not open does not belong to it. */
function withoutClosers(value: string): string {
  const last = value.at(-1) ?? "";
  const opener = { ")": "(", "]": "[", "}": "{" }[last];
  return opener === undefined || value.includes(opener) ? value : withoutClosers(value.slice(0, -1));
}

/** Whether a value to the end of a line has a digit and no bracket that opens and closes, or that stays open. */
function isUnlikeCode(value: string): boolean {
  if (!/\d/.test(value) || /[([{,;]$|=>|\(.*\)|\[.*\]|\{.*\}|::|->/.test(value)) return false;
  return /[^\w.]/.test(value) || /[a-z]\d{3,}$/.test(value);
}
