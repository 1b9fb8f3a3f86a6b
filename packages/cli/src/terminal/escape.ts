/** Characters that a terminal interprets or hides: control, format and private-use characters, and line separators. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Escapes characters that a terminal would interpret or hide, as JSON does: `\u001b`. Keeps tabs and line breaks. */
export function escapeText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSAFE, (char) => (char === "\n" || char === "\t" ? char : unicodeEscape(char)));
}

/** Like `escapeText`, but on one line: for external text within our own line. */
export function escapeLine(text: string): string {
  return text.replace(UNSAFE, unicodeEscape);
}

function unicodeEscape(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
