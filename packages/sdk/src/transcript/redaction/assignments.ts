import { endOfQuoted, endOfShellWord, isPlaceholder, matchAt, WORD } from "./assigned-value.js";
import { isSecretKey } from "./secret-keys.js";
import { looksRandom, MARKER } from "./secret-shapes.js";

/** A name and the sign after it: `token=`, `"api_key": `, `Authorization: `, `headers["Cookie"] = `. */
const NAME = /(?<![\w.-])([\w.-]+)((?:%5[Dd])?[\\"'\]]*)([ \t]*(?::=?|=|(?<=["'][ \t]{0,9})=>)(?![=>~:]))([ \t]*)/g;
const FLAG = /(?<![\w-])(--([A-Za-z][\w-]*)(?:[ \t]|\\\r?\n|\\{3,20}n)+["']?)([^\s"'`<>|;&$-][^\s"'`<>|;&]*)/g;
/** Headers whose values contain spaces and extend to the end of the line. */
const HEADER = /(?:authorization|cookies?)$/i;

const QUOTE = /\$?\\*["'`]/y;
/** In JSON, a value may be on the next line, and JSON may be inside JSON. */
const NEXT_LINE = /(?:\r?\n|\\{1,20}n)[ \t]*/y;
/** Ends at an empty line, because the list may be cut off. */
const LIST =
  /\[(?:[^\]\n]|\n(?![ \t]*\n)){0,10000}\]?(?:\s{0,99},\s{0,99}\[(?:[^\]\n]|\n(?![ \t]*\n)){0,10000}\]?){0,99}/y;
const TO_LINE_END = /[^\r\n"'`]+/y;
/** After a colon or a space, most words are prose or code. Only a word that stands alone is a value. */
const LONE_WORD = /[^\s"'`<>(){}[\],;]+(?=[ \t]*(?:[\r\n,;})\]]|\\[nr]|$))/y;
/** The flag before a name in a shell command: `-H "`, `--header=`. */
const HEADER_FLAG = /(?:^|[\s"'])(?:-H|--(?:proxy-)?header)(?:=|[ \t]*)(?:\\*["'])?$/;
/** The quote before a name: `"X-Api-Key: ...`. */
const OPENED = /\\*["'`]$/;
/** Longer than either of the two above. */
const BEFORE = 40;

/** Redacts values that are assigned to secret names, as in shell text, query strings, headers and broken JSON. */
export function redactAssignments(text: string): string {
  const parts: string[] = [];
  let copiedTo = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const [, name = ""] = match;
    // `%5B` and `%5D` are the encoded brackets of a form field.
    if (!isSecretKey(text[match.index - 1] === "%" ? name.replace(/^5B/i, "") : name)) continue;
    const [start, end] = valueAfter(text, match);
    if (end > start) {
      parts.push(text.slice(copiedTo, start), MARKER);
      copiedTo = end;
      NAME.lastIndex = end;
    }
  }
  const assigned = copiedTo === 0 ? text : parts.join("") + text.slice(copiedTo);
  return assigned.replace(FLAG, (whole, flag: string, name: string, value: string) =>
    isSecretKey(name) && looksRandom(value) ? flag + MARKER : whole,
  );
}

/** Returns the start and end of the assigned value. They are equal if there is nothing to redact. */
function valueAfter(
  text: string,
  { index, 1: name = "", 2: closed, 3: sign = "", 4: space }: RegExpExecArray,
): [number, number] {
  const next = closed !== "" && sign.startsWith(":") ? matchAt(NEXT_LINE, text, NAME.lastIndex) : undefined;
  const start = NAME.lastIndex + (next?.length ?? 0);
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
  const before = closed === "" && sign.startsWith(":") ? text.slice(Math.max(0, index - BEFORE), index) : "";
  const [opened] = OPENED.exec(before) ?? [];
  const isArgument = HEADER_FLAG.test(before) || name.startsWith("-H");
  if (opened !== undefined) {
    const end = endOfQuoted(text, start, opened);
    const value = text.slice(start, end);
    // In any other quotes, several words may be prose.
    if (isArgument || HEADER.test(name) || !/\s/.test(value)) return [start, isPlaceholder(value) ? start : end];
  }
  const isGlued = space === "" && (sign === "=" || isArgument || /^x-/i.test(name));
  const value = matchAt(HEADER.test(name) ? TO_LINE_END : isGlued ? WORD : LONE_WORD, text, start) ?? "";
  return [start, isPlaceholder(value) ? start : start + value.length];
}
