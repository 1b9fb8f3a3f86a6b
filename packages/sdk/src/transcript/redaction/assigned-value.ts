/** An unquoted value in a shell or query string. A space after a backslash is part of it; a quote may be JSON's. */
export const WORD = /(?:[^\s&;|"'`<>\\]|\\(?!["'`\r\n])[ \t]?)+/y;

const NO_SECRET =
  /^(?:null|none|nil|true|false|undefined|str|string|number|bool|boolean|bytes|any|unknown|object|\$\{?[A-Z_][A-Z0-9_]*\}?)$/i;

/** Whether a value reveals nothing, as in `password: string;` and `token=$TOKEN`. */
export function isPlaceholder(value: string): boolean {
  return NO_SECRET.test(value);
}

/** The rest of a shell word after a quoted part: `"a"'b'c`. Bounded, since a text of quotes would take quadratic time. */
const GLUED =
  /(?:\$?"(?:[^"\\\n]|\\[^\n]){0,200}"|\$?'[^'\n]{0,200}'|\\+["'][^"'\\\n]{0,200}\\+["']|[\w.~+/@%=-]{1,200}|\\ ){1,20}/y;

/** Returns the end of the shell word whose quoted part ends at `at`. */
export function endOfShellWord(text: string, at: number): number {
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

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
