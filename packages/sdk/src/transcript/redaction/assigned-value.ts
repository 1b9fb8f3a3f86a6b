/** As a shell and a query string end a word. A space behind a backslash is in it; a quote behind one may be JSON's. */
export const WORD = /(?:[^\s&;|"'`<>\\]|\\(?!["'`\r\n])[ \t]?)+/y;

const NO_SECRET =
  /^(?:null|none|nil|true|false|undefined|str|string|number|bool|boolean|bytes|any|unknown|object|\$\{?[A-Z_][A-Z0-9_]*\}?)$/i;

/** `password: string;` and `token=$TOKEN` tell nothing. */
export function isPlaceholder(value: string): boolean {
  return NO_SECRET.test(value);
}

/** The rest of a shell word behind one of its quotes: `"a"'b'c`. Bounded, or a text of quotes would take quadratic time. */
const GLUED =
  /(?:\$?"(?:[^"\\\n]|\\[^\n]){0,200}"|\$?'[^'\n]{0,200}'|\\+["'][^"'\\\n]{0,200}\\+["']|[\w.~+/@%=-]{1,200}|\\ ){1,20}/y;

/** Where the shell word ends of which a quoted part ends in front of `at`. */
export function endOfShellWord(text: string, at: number): number {
  return at + (matchAt(GLUED, text, at)?.length ?? 0);
}

/** At the quote that is escaped no more than the first; where there is none, at the end of the line. */
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

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
