import { type Assignment, assignedValue, endAt } from "./assigned-values.js";
import type { FindingSink } from "./finding.js";
import { nameKind } from "./name-kinds.js";
import { secretAfter } from "./random-assignments.js";
import type { Anchor } from "./scanner.js";
import { isSecretKey } from "./secret-names.js";
import { isLikelyToken } from "./shapes.js";

/**
 * A part of every name of a secret. The name is read from this part in both directions, so that other text costs
 * nothing.
 */
export const NAME_ANCHORS: readonly Anchor<undefined>[] = [
  ...["pass", "pwd", "secret", "sess", "signature", "sonar", "tok", "cred", "cookie", "connection", "contribsys"],
  ...["auth", "jwt", "key", "bearer"],
].map((text) => ({ text, isAnyCase: true, value: undefined }));

const NAME_REST = /[\w.-]{0,100}/y;
const LONGEST_NAME = 100;
/** `API key: `: the word before a name of its own. */
const WORD_BEFORE = /(?:^|[^\w.-])([A-Za-z]{1,20} )$/;

/** The sign after a name: `token=`, `"api_key": `, `Authorization: `, `headers["Cookie"] = `. */
const SIGN = /((?:%5[Dd])?[\\"'\]]{0,40})([ \t]{0,99}(?::=?|=|(?<=["'][ \t]{0,9})=>)(?![=>~:]))([ \t]{0,99})/y;
const FLAG_VALUE = /((?:[ \t]|\\\r?\n|\\{3,20}n){1,99}["']?)([^\s"'`<>|;&$-][^\s"'`<>|;&]*)/y;

/** Many names in one word, or many headers in one line, are rare. After this many, the rest is not searched. */
const MOST_NESTED = 8;
const MOST_HEADERS = 2;
const LONGEST_VALUE = 4000;

/**
 * Returns what looks at a part of a name: it adds the value that is assigned to the name of a secret in code,
 * configuration, shell text, query strings, headers and broken JSON. With `all`, any value counts, otherwise only one
 * that looks random, or a password.
 */
export function assignmentFinder(text: string, all: boolean, add: FindingSink): (at: number) => void {
  let [from, nested, rejectedTo] = [0, 0, 0];
  return (at) => {
    if (at < from) return;
    const start = nameStart(text, at);
    const end = endAt(NAME_REST, text, at);
    const name = text.slice(start, end);
    from = end;
    const any = all ? anyValue(text, name, start, end) : undefined;
    const value = secretAfter(text, wholeName(text, name, start), start, end);
    if (any !== undefined) add(any.kind, any.start, any.end);
    if (value !== undefined) add(value.kind, value.start, value.end);
    // A value may contain further names, as in `a=b&token=c`.
    from = Math.max(end, any?.end ?? 0, value?.end ?? 0);
    if (any !== undefined || value !== undefined) return;
    // In `token=token=token=...`, each name would cause the rest of the text to be read.
    nested = end <= rejectedTo ? nested + 1 : 0;
    if (nested === 0) rejectedTo = end + LONGEST_VALUE;
    const most = nameKind(name) === "header" ? MOST_HEADERS : MOST_NESTED;
    if (nested > most && isRead(text, name, end, rejectedTo)) from = rejectedTo;
  };
}

/** Whether the value of each name in this part of the text extends to its end. */
function isRead(text: string, name: string, from: number, to: number): boolean {
  const isLine = nameKind(name) === "header";
  return !(isLine ? /[\r\n"'`\\<>]/ : /[\s"'`<>,;|&(){}[\]]/).test(text.slice(from, to));
}

function nameStart(text: string, from: number): number {
  let start = from;
  while (start > 0 && from - start < LONGEST_NAME && isNameLetter(text.charCodeAt(start - 1))) start--;
  return start;
}

function isNameLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95
  );
}

/** Returns a name with the word before it, if the name is only the word `key`. */
function wholeName(text: string, name: string, start: number): string {
  if (name.length !== 3 || text[start - 1] !== " ") return name;
  const [, word = ""] = WORD_BEFORE.exec(text.slice(Math.max(0, start - 22), start)) ?? [];
  return word + name;
}

/** Returns the value of a secret name, whatever it looks like. */
function anyValue(
  text: string,
  written: string,
  nameStart: number,
  nameEnd: number,
): { kind: "password" | "token"; start: number; end: number } | undefined {
  // `%5B` and `%5D` are the encoded brackets of a form field.
  const name = text[nameStart - 1] === "%" ? written.replace(/^5B/i, "") : written;
  if (!isSecretKey(name)) return undefined;
  const kind = /pass|pwd/i.test(name) ? "password" : "token";
  SIGN.lastIndex = nameEnd;
  const [between, closed = "", sign = "", space = ""] = SIGN.exec(text) ?? [];
  if (between !== undefined) {
    const valueAt = nameEnd + between.length;
    const assignment: Assignment = { name: written, nameStart, closed, sign, space, valueAt };
    const [start, end] = assignedValue(text, assignment);
    if (end > start) return { kind, start, end };
  }
  if (!/^--[A-Za-z]/.test(written)) return undefined;
  FLAG_VALUE.lastIndex = nameEnd;
  const [, gap = "", value = ""] = FLAG_VALUE.exec(text) ?? [];
  if (!isLikelyToken(value)) return undefined;
  return { kind, start: nameEnd + gap.length, end: nameEnd + gap.length + value.length };
}
