import { matchAt } from "./assigned-values.js";

/** A value without quotes, and how sure it is that the value is not code. */
export interface BareValue {
  readonly start: number;
  readonly end: number;
  /** Nothing but a value can be here, as in a line of `.env`. */
  readonly isLiteral: boolean;
}

const LONGEST = 4000;
const TO_BLANK = new RegExp(`[^\\s]{1,${LONGEST}}`, "y");
const TO_QUOTE = new RegExp(`(?:[^\\s"'\`<>\\\\]|\\\\(?!["'\`\\\\nrt])){1,${LONGEST}}`, "y");
/** Code separates values with these signs. */
const TO_SIGN = new RegExp(`(?:[^\\s"'\`<>,;|&(){}[\\]\\\\]|\\\\(?!["'\`\\\\nrt])){1,${LONGEST}}`, "y");

/** What a line may have before a name: `export `, `ENV `, `- `, `-e `, and the mark of a diff. */
const LINE_START = /^[ \t]*(?:(?:export|set|setx|ENV|ARG|--?e(?:nv)?|\$env:|[+>-])[ \t]*){0,3}$/;
const LONGEST_START = 60;
/** The next item of a list such as `user=a;password=b;ssl=true`. */
const NEXT_ITEM = /[;,&](?:amp;)?[ \t]?[\w.%[\]-]{1,60}=(?!=)/;

/** Returns the unquoted values that can be at an index, the longest first. */
export function bareValues(text: string, name: string, nameStart: number, at: number): readonly BareValue[] {
  const isGlued = text[at - 1] === "=";
  const isLine = isLineStart(text, nameStart);
  const isEnvironment = isLine && isGlued && /^[A-Z][A-Z0-9_]*$/.test(name);
  const long = matchAt(isEnvironment ? TO_BLANK : TO_QUOTE, text, at);
  if (long === undefined) return [];
  const isQuery = /[?&]/.test(text[nameStart - 1] ?? "") || text.startsWith("amp;", nameStart - 4);
  const end = at + trimmed(long, isEnvironment, isQuery).length;
  const isToLineEnd = /^[ \t]*(?:$|[\r\n]|#)/.test(text.slice(at + long.length, at + long.length + 80));
  const isLiteral = isEnvironment || (isLine && isToLineEnd && isUnlikeCode(long));
  const value = { start: at, end, isLiteral };
  if (isLiteral || end === at) return [value];
  const short = matchAt(TO_SIGN, text, at) ?? "";
  const shortEnd = at + short.replace(/[.:!?]+$/, "").length;
  // A call or an index
  if (shortEnd >= end || /[([{]/.test(text[at + short.length] ?? "") || short.endsWith("-")) return [value];
  return [value, { start: at, end: shortEnd, isLiteral }];
}

function isLineStart(text: string, nameStart: number): boolean {
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
