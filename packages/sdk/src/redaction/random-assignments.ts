import { endOfQuoted, matchAt } from "./assigned-values.js";
import { MARK } from "./finding.js";
import { type NameKind, nameKind } from "./name-kinds.js";
import { isExample, isStronglyRandom, looksLikePassword, looksRandom } from "./random-values.js";

/** A value, without its quotes. */
interface Value {
  readonly start: number;
  readonly end: number;
  readonly isBare: boolean;
}

/** `token == "`, `token !== "`: only a random value counts, since passwords are compared with words. */
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
/** `<token>value</token>`, `<string name="token">` */
const ELEMENT = /["']?>\s{0,60}(?:<!\[CDATA\[)?([^<>\s]{1,4000})\s{0,60}(?:\]\]>)?<\//y;
/** `setProperty("TOKEN", "`. Only in a call: in a list of strings, the next string is not a value. */
const ARGUMENT = /\\{0,4}["'`][ \t]{0,9},\s{0,40}(?=\\{0,4}["'`])/y;
const OPENED_CALL = /\(\s{0,9}\\{0,4}["'`]$/;

/** `--token `, `token `: without a sign, only a random value counts. */
const SPACE = /\\{0,4}["']?[ \t]{1,9}(?:is[ \t]|\\\r?\n[ \t]{0,20})?/y;

/** Telegram's tokens have only one form, which `findShapes` finds. */
const TELEGRAM = /telegram.*token$/i;

const QUOTES = /(?:[bfr@$]?\\{0,4}(?:"""|'''|["'`]))/y;
const BARE = /(?:[^\s"'`<>,;|&(){}[\]\\]|\\(?!["'`\\nrt])){1,4000}/y;
const TO_END = /[^\r\n"'`\\<>]{1,4000}/y;

/** Returns the random value or the password that follows a name, if the name is that of a secret. */
export function secretAfter(
  text: string,
  name: string,
  nameEnd: number,
): { kind: NameKind; start: number; end: number } | undefined {
  const kind = nameKind(name);
  if (kind === undefined) return undefined;
  if (TELEGRAM.test(name)) return undefined;
  const before = text[nameEnd - name.length - 1] ?? "";
  if (before === "[" && matchAt(MARK, text, nameEnd - name.length - 1) !== undefined) return undefined;
  // A part of an identifier: `arn:aws:secretsmanager:us-west-2`, `"AWS::IAM::AccessKey": `
  if (before === ":" && /^["']?:/.test(text.slice(nameEnd, nameEnd + 2))) return undefined;
  for (const sign of SIGNS) {
    const between = matchAt(sign, text, nameEnd);
    if (between === undefined) continue;
    // The quote after the sign closes the text that contains the name: `"PASSWORD=" + password`
    if (/["'`]/.test(before) && text[nameEnd + between.length] === before && !between.includes(before)) continue;
    const value = valueAt(text, nameEnd + between.length, kind);
    if (value === undefined) continue;
    const isFound =
      sign === COMPARISON ? looksRandom(text.slice(value.start, value.end)) : isSecret(text, name, kind, value);
    if (isFound) return { kind, ...value };
  }
  ELEMENT.lastIndex = nameEnd;
  const [element, content] = ELEMENT.exec(text) ?? [];
  if (element !== undefined && content !== undefined) {
    const start = nameEnd + element.lastIndexOf(content);
    const value = { start, end: start + content.length, isBare: false };
    return isSecret(text, name, kind, value) ? { kind, ...value } : undefined;
  }
  const argument = matchAt(ARGUMENT, text, nameEnd);
  if (argument !== undefined) {
    const nameStart = nameEnd - name.length;
    const value = valueAt(text, nameEnd + argument.length, kind);
    const isCall = OPENED_CALL.test(text.slice(Math.max(0, nameStart - 20), nameStart));
    const isSecret = isCall && value !== undefined && looksRandom(text.slice(value.start, value.end));
    return isSecret ? { kind, ...value } : undefined;
  }
  const space = matchAt(SPACE, text, nameEnd);
  if (space === undefined) return undefined;
  const value = valueAt(text, nameEnd + space.length, kind);
  if (value === undefined) return undefined;
  const found = text.slice(value.start, value.end);
  const isFlag = /^--?[A-Za-z]/.test(name);
  return (isFlag ? looksRandom(found, 8) : isStronglyRandom(found)) ? { kind, ...value } : undefined;
}

/** Whether a name and a value that are separate, as in an object, are those of a secret. */
export function isSecretProperty(name: string, value: string): boolean {
  const kind = nameKind(name);
  return kind !== undefined && isSecret(value, name, kind, { start: 0, end: value.length, isBare: false });
}

function valueAt(text: string, at: number, kind: NameKind): Value | undefined {
  const quote = matchAt(QUOTES, text, at);
  if (quote !== undefined) {
    const start = at + quote.length;
    const plain = quote.replace(/^[bfr@$]/, "");
    return { start, end: endOfQuoted(text, start, plain), isBare: false };
  }
  const bare = matchAt(kind === "header" ? TO_END : BARE, text, at);
  if (bare === undefined || text[at - 1] === "\n") return undefined;
  const end = at + bare.length;
  // The value was shortened for display.
  if (/\.{3}$|\u2026$/.test(bare)) return undefined;
  // Code: a call or an index
  if (kind !== "header" && (/[([{]/.test(text[end] ?? "") || bare.endsWith("-"))) return undefined;
  return { start: at, end: at + bare.replace(/[.:!?]+$/, "").length, isBare: true };
}

/** How many words of a header are looked at. */
const MOST_PIECES = 200;
const SCHEME =
  /^(?:bearer|basic|token|digest|apikey|api-key|key|oauth|jwt|hmac|aws4-hmac-sha256|[A-Za-z]{2,12})[ =:]+(?:token=|key=)?["']?/i;

function isSecret(all: string, name: string, kind: NameKind, { start, end, isBare }: Value): boolean {
  const value = all.slice(start, end);
  if (kind === "header") return value.split(/[\s;,="']+/, MOST_PIECES).some((piece) => looksRandom(piece, 8));
  const text = value.trim();
  // A variable or a constant
  if (isBare && /\$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)) return false;
  if (kind === "password") {
    if (!looksLikePassword(text, isBare)) return false;
    // The result of a test, as in "--- PASS: TestLogin/case_1"
    if (/^pass$/i.test(name) && isBare && !isWholeLine(all, name, start, end)) return false;
    // A plain word is a password only where nothing but a value can be: "the last pass: done" is prose.
    if (/[^A-Za-z._]/.test(text)) return true;
    return !/^pass$/i.test(name) && (!isBare || isWholeLine(all, name, start, end));
  }
  const [scheme = ""] = text.length > 20 ? (SCHEME.exec(text) ?? []) : [];
  if (kind === "key") return isStronglyRandom(text) && /^[\w-]+$/.test(text) && !/^[0-9a-f-]+$/i.test(text);
  if (kind === "auth") return looksRandom(text.slice(scheme.length), 16);
  if (looksRandom(text, 10)) return true;
  return / /.test(scheme) && !isExample(text) && looksRandom(text.slice(scheme.length), 12);
}

/** Whether a line of `.env`, YAML or the like has only the name and the value. */
function isWholeLine(text: string, name: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - name.length - 60), start);
  const nameAt = before.lastIndexOf(name);
  const isStart = /(?:^|\n|\\n)[ \t]*(?:export[ \t]+|-[ \t]+)?["']?$/.test(before.slice(0, nameAt));
  const isSign = /^["']?(?:=|:[ \t]+)$/.test(before.slice(nameAt + name.length));
  return isStart && isSign && /^(?:$|\r?\n|\\[nr])/.test(text.slice(end, end + 2));
}
