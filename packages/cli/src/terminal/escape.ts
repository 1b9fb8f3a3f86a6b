/** What a terminal obeys or hides: controls, formats, private use, and the line ends of Unicode. */
const UNSHOWN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text as a terminal may show it: what it would obey or hide is written `\u001b`, as in JSON. Tabs and line ends stay. */
export function escapeText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNSHOWN, (char) => (char === "\n" || char === "\t" ? char : coded(char)));
}

/** The same on one line: for text of others in a line of ours. */
export function escapeLine(text: string): string {
  return text.replace(UNSHOWN, coded);
}

function coded(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
