import { endAt, endOfQuoted, matchAt } from "./assigned-values.js";
import { bareValues, type Value, wholeEnd } from "./bare-values.js";
import { MARK } from "./finding.js";
import { type NameKind, nameKind } from "./name-kinds.js";
import { isExample, isStronglyRandom, looksLikePassword, looksRandom } from "./random-values.js";

/** `token == "`, `token !== "`: only a strongly random value counts, since names are compared with words. */
const COMPARISON = /[ \t]{0,9}[!=]==?[ \t]{0,9}(?=\\{0,4}["'`])/y;

/** What is between a name and its value. Each match ends where the value or its quote starts. */
const SIGNS: readonly RegExp[] = [
  // `token = `, `"token": `, `token := `, `token ::= `, `$token .= `, `'token' => `
  /(?:%5[Dd])?[\\"'`\])]{0,20}[ \t]{0,60}(?:[:?.+|]{0,3}=(?![=~])>?|:(?![:=])|->)(?:\s|\\{1,4}[nrt]){0,60}/y,
  COMPARISON,
  // `token string = "`, `token: &'static str = "`
  /[ \t]{0,9}:?[ \t]{0,9}[&*]?(?:'static )?[\w.<>?]{1,40}(?:\[\])?[ \t]{0,9}:?=[ \t]{0,20}(?=["'`])/y,
  // `"name": "TOKEN", "value": "`, `<add key="token" value="`, YAML's `name: TOKEN` and `value: `
  /\\{0,4}["']?,?\s{0,40}\\{0,4}["']?[vV]alue\\{0,4}["']?[ \t]{0,9}[=:][ \t]{0,9}/y,
];
/** YAML's `password: |` and the next line. */
const BLOCK = /[|>][+-]?\d?[ \t]{0,9}\r?\n[ \t]{1,60}/y;
const REST_OF_LINE = /[^\r\n]{1,4000}/y;
/** `token: string,`: a short word of code or prose is only a value if it is a type. */
const SHORT_WORD = /[:=][ \t]{0,9}[\w.]{1,7}[\s,;:)](?![ \t]{0,9}=)/y;
/** `<token>value</token>`, `<string name="token">` */
const ELEMENT = /["']?>\s{0,60}(?:<!\[CDATA\[)?([^<>\s]{1,4000})\s{0,60}(?:\]\]>)?<\//y;
/** `setProperty("TOKEN", "`. Only in a call: in a list of strings, the next string is not a value. */
const ARGUMENT = /\\{0,4}["'`][ \t]{0,9},\s{0,40}(?=\\{0,4}["'`])/y;
const OPENED_CALL = /\(\s{0,9}\\{0,4}["'`]$/;

/** `--token `, `token `: without a sign, only a random value counts. */
const SPACE = /\\{0,4}["']?[ \t]{1,9}(?:is[ \t]|\\\r?\n[ \t]{0,20})?/y;
/** What is before `password` in `.netrc`. */
const NETRC = /(?:^|\s)(?:machine\s{1,20}\S{1,200}|default)\s{1,20}login\s{1,20}\S{1,200}\s{1,20}$/;
const WORD = /\S{1,400}/y;

/** Telegram's tokens have only one form, which a shape describes. */
const TELEGRAM = /telegram.*token$/i;
/** Variables from which programs read a password, of any length. */
const OF_PROGRAM = /^(?:PGPASSWORD|MYSQL_PWD|SSHPASS|REDISCLI_AUTH)$/;
/** `io.jsonwebtoken:jjwt-api` */
const PACKAGE = /^[a-z]\w*(?:\.\w+)+$/;

/** The least length of a value that is not a password. */
const LEAST = 8;

const QUOTES = /(?:[bfr@$]?\\{0,4}(?:"""|'''|["'`]))/y;
const TO_END = /[^\r\n"'`\\<>]{1,4000}/y;

/** Returns the random value or the password that follows a name, if the name is that of a secret. */
export function secretAfter(
  text: string,
  name: string,
  nameStart: number,
  nameEnd: number,
): { kind: NameKind; start: number; end: number } | undefined {
  const kind = nameKind(name);
  if (kind === undefined) return undefined;
  const before = text[nameStart - 1] ?? "";
  if (before === "[" && matchAt(MARK, text, nameStart - 1) !== undefined) return undefined;
  // A part of an identifier: `arn:aws:secretsmanager:us-west-2`, `"AWS::IAM::AccessKey": `
  if (before === ":" && /^["']?:/.test(text.slice(nameEnd, nameEnd + 2))) return undefined;
  if (kind === "token" && TELEGRAM.test(name)) return undefined;
  if (kind === "token" && text[nameEnd] === ":" && /[\w-]/.test(text[nameEnd + 1] ?? "") && PACKAGE.test(name))
    return undefined;
  if (kind !== "password" && kind !== "header" && endAt(SHORT_WORD, text, nameEnd) !== -1) return undefined;
  for (const sign of SIGNS) {
    const at = endAt(sign, text, nameEnd);
    if (at === -1) continue;
    // The quote after the sign closes the text that contains the name: `"PASSWORD=" + password`
    if (text[at] === before && /["'`]/.test(before) && !text.slice(nameEnd, at).includes(before)) continue;
    for (const value of valuesAt(text, name, nameStart, at, kind)) {
      const isFound =
        sign === COMPARISON
          ? isStronglyRandom(text.slice(value.start, value.end))
          : isSecret(text, name, nameStart, kind, value);
      if (isFound) return { kind, start: value.start, end: wholeEnd(text, name, nameStart, value) };
    }
  }
  if (/[=:]/.test(text[nameEnd] ?? "")) return undefined;
  ELEMENT.lastIndex = nameEnd;
  const [element, content] = ELEMENT.exec(text) ?? [];
  if (element !== undefined && content !== undefined) {
    const start = nameEnd + element.lastIndexOf(content);
    const value = { start, end: start + content.length, isBare: false, isLiteral: false };
    return isSecret(text, name, nameStart, kind, value) ? { kind, start, end: value.end } : undefined;
  }
  const argument = matchAt(ARGUMENT, text, nameEnd);
  if (argument !== undefined) {
    const [value] = valuesAt(text, name, nameStart, nameEnd + argument.length, kind);
    const isCall = OPENED_CALL.test(text.slice(Math.max(0, nameStart - 20), nameStart));
    const isFound = isCall && value !== undefined && looksRandom(text.slice(value.start, value.end));
    return isFound ? { kind, start: value.start, end: value.end } : undefined;
  }
  const space = matchAt(SPACE, text, nameEnd);
  if (space === undefined) return undefined;
  const start = nameEnd + space.length;
  if (kind === "password" && NETRC.test(text.slice(Math.max(0, nameStart - 450), nameStart))) {
    const word = matchAt(WORD, text, start) ?? "";
    return looksLikePassword(word, false) ? { kind, start, end: start + word.length } : undefined;
  }
  const isFlag = /^--?[A-Za-z]/.test(name);
  for (const value of valuesAt(text, name, nameStart, start, kind)) {
    const found = text.slice(value.start, value.end);
    if (isFlag ? looksRandom(found, 8) : isStronglyRandom(found)) {
      return { kind, start: value.start, end: wholeEnd(text, name, nameStart, value) };
    }
  }
  return undefined;
}

/** Whether a name and a value that are separate, as in an object, are those of a secret. */
export function isSecretProperty(name: string, value: string): boolean {
  const kind = nameKind(name);
  const whole = { start: 0, end: value.length, isBare: false, isLiteral: false };
  return kind !== undefined && isSecret(value, name, 0, kind, whole);
}

/** Returns the values that can be at an index. */
function valuesAt(text: string, name: string, nameStart: number, at: number, kind: NameKind): readonly Value[] {
  if (text[at] === "[" && endAt(MARK, text, at) !== -1) return [];
  const start = endAt(QUOTES, text, at);
  if (start !== -1) {
    const plain = text.slice(at, start).replace(/^[bfr@$]/, "");
    if (text[start] === "[" && endAt(MARK, text, start) !== -1) return [];
    return [{ start, end: endOfQuoted(text, start, plain), isBare: false, isLiteral: false }];
  }
  if (text[at - 1] === "\n") return [];
  if (text[at] === "|" || text[at] === ">") {
    BLOCK.lastIndex = at;
    if (!BLOCK.test(text)) return [];
    const start = BLOCK.lastIndex;
    return [{ start, end: start + (matchAt(REST_OF_LINE, text, start)?.length ?? 0), isBare: false, isLiteral: true }];
  }
  if (kind === "header") {
    const line = matchAt(TO_END, text, at) ?? "";
    return [{ start: at, end: at + line.replace(/[.:!?]+$/, "").length, isBare: true, isLiteral: false }];
  }
  return bareValues(text, name, nameStart, at, kind === "password" ? 1 : LEAST);
}

/** How many words of a header are looked at. */
const MOST_PIECES = 200;
const SCHEME =
  /^(?:bearer|basic|token|digest|apikey|api-key|key|oauth|jwt|hmac|aws4-hmac-sha256|[A-Za-z]{2,12})[ =:]+(?:token=|key=)?["']?/i;
/** A shell's variable, or a constant. */
const VARIABLE = /^\$|\$[{(]|(?<!\$)\$[A-Z_]{2,}|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

function isSecret(
  all: string,
  name: string,
  nameStart: number,
  kind: NameKind,
  { start, end, isBare, isLiteral }: Value,
): boolean {
  const value = all.slice(start, end);
  if (kind === "header") return value.split(/[\s;,="']+/, MOST_PIECES).some((piece) => looksRandom(piece, 8));
  const text = value.trim();
  // The value was shortened for display.
  const isShortened = all.startsWith("...", end) || /\.{3}$|\u2026$/.test(text);
  if (isBare && (isShortened || (/\$|^[A-Z]/.test(text) && VARIABLE.test(text)))) return false;
  if (kind === "password") {
    if (isBare && text.length < 4 && OF_PROGRAM.test(name) && all[start - 1] === "=") return !isExample(text);
    if (!looksLikePassword(text, isBare && !isLiteral)) return false;
    // The result of a test, as in "--- PASS: TestLogin/case_1"
    if (/^pass$/i.test(name) && isBare && !isWholeLine(all, name, nameStart, start, end)) return false;
    // A plain word is a password only where nothing but a value can be: "the last pass: done" is prose.
    if (/[^A-Za-z._]/.test(text)) return true;
    return !/^pass$/i.test(name) && (!isBare || isWholeLine(all, name, nameStart, start, end));
  }
  const [scheme = ""] = text.length > 20 ? (SCHEME.exec(text) ?? []) : [];
  if (kind === "key") {
    if (!/^[\w-]+$/.test(text) || /^[0-9a-f-]+$/i.test(text)) return false;
    return isStronglyRandom(text) || (!/\d/.test(text) && looksRandom(text, 24));
  }
  if (kind === "auth") return looksRandom(text.slice(scheme.length), 16);
  if (looksRandom(text, 10, isLiteral || !isBare)) return true;
  return / /.test(scheme) && !isExample(text) && looksRandom(text.slice(scheme.length), 12);
}

/** Whether a line of `.env`, YAML or the like has only the name and the value. */
function isWholeLine(text: string, name: string, nameStart: number, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 60), nameStart);
  const isStart = /(?:^|\n|\\n)[ \t]*(?:export[ \t]+|-[ \t]+)?["']?$/.test(before);
  const isSign = /^["']?(?:=|:[ \t]+)$/.test(text.slice(nameStart + name.length, start));
  return isStart && isSign && /^(?:$|\r?\n|\\[nr])/.test(text.slice(end, end + 2));
}
