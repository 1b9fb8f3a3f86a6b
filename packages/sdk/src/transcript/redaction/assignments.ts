import { MARKER } from "./marker.js";
import { isSecretKey } from "./secret-keys.js";
import { looksRandom } from "./secret-shapes.js";

/** A name and what makes it a name: `token=`, `"api_key": `, `Authorization: `, `headers["Cookie"] = `. */
const NAME = /(?<![\w.-])([\w.-]+)([\\"'\]]*)([ \t]*(?::=?|=)(?![=>~:]))([ \t]*)/g;
const FLAG = /(?<![\w-])(--([A-Za-z][\w-]*)[ \t]+["']?)([^\s"'`<>|;&$-][^\s"'`<>|;&]*)/g;
/** Their values have spaces and go on to the end of the line. */
const HEADER = /(?:authorization|cookies?)$/i;

const QUOTE = /(\\*)(["'`])/y;
const TO_LINE_END = /[^\r\n"'`]+/y;
/** As a shell and a query string end a word. */
const WORD = /(?:[^\s&;|"'`<>\\]|\\(?!["'`]))+/y;
/** After a colon or a space most words are prose or code: only one that stands alone is a value. */
const LONE_WORD = /[^\s"'`<>(){}[\],;]+(?=[ \t]*(?:[\r\n,;})\]]|\\[nr]|$))/y;
/** `password: string;` and `token=$TOKEN` tell nothing. */
const NO_SECRET =
  /^(?:null|none|nil|true|false|undefined|str|string|number|bool|boolean|bytes|any|unknown|object|\$\{?[A-Z_][A-Z0-9_]*\}?)$/i;

/** The text without what is assigned to secret names, as in shell text, query strings, headers and broken JSON. */
export function redactAssignments(text: string): string {
  const kept: string[] = [];
  let done = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const [, name = ""] = match;
    if (!isSecretKey(name)) continue;
    const [start, end] = valueAfter(text, match);
    if (end > start) {
      kept.push(text.slice(done, start), MARKER);
      done = end;
      NAME.lastIndex = end;
    }
  }
  const assigned = done === 0 ? text : kept.join("") + text.slice(done);
  return assigned.replace(FLAG, (whole, flag: string, name: string, value: string) =>
    isSecretKey(name) && looksRandom(value) ? flag + MARKER : whole,
  );
}

/** Where the value of an assignment starts and ends; nothing if it is none. */
function valueAfter(text: string, [, name = "", , sign = "", space]: RegExpExecArray): [number, number] {
  const start = NAME.lastIndex;
  const quote = matchAt(QUOTE, text, start);
  if (quote !== undefined) {
    const inside = start + quote.length;
    return [inside, endOfQuoted(text, inside, quote)];
  }
  const glued = sign === "=" && space === "";
  const value = matchAt(HEADER.test(name) ? TO_LINE_END : glued ? WORD : LONE_WORD, text, start) ?? "";
  return [start, NO_SECRET.test(value) ? start : start + value.length];
}

/** At the quote that is escaped no more than the first; where there is none, at the end of the line. */
function endOfQuoted(text: string, from: number, quote: string): number {
  let escapes = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === "\n") return at;
    if (letter === quote.at(-1) && escapes < quote.length) return at - escapes;
    escapes = letter === "\\" ? escapes + 1 : 0;
  }
  return text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
