/** What a terminal obeys or hides: control, format and private-use characters, and Unicode line separators. */
const UNSHOWN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Escapes what a terminal would obey or hide, like `\u001b`, as in JSON. Keeps tabs and line breaks. */
export function escapeText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSHOWN, (char) => (char === "\n" || char === "\t" ? char : coded(char)));
}

/** Like `escapeText`, but on one line: for external text within our own line. */
export function escapeLine(text: string): string {
  return text.replace(UNSHOWN, coded);
}

function coded(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
