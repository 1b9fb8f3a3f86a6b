/** Returns how many bytes a text has in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** The beginning and the end of a text. */
export interface Excerpt {
  readonly head: string;
  readonly tail: string;
  /** How many bytes are in neither. */
  readonly omittedBytes: number;
}

/**
 * Returns the beginning of a text, of at most `headBytes`, and its end, of at most `tailBytes`. They are cut between
 * lines if a line break is near, and never inside a character.
 */
export function excerptOf(text: string, headBytes: number, tailBytes: number): Excerpt {
  const bytes = Buffer.from(text);
  if (bytes.length <= headBytes + tailBytes) return { head: text, tail: "", omittedBytes: 0 };
  const [headEnd, tailStart] = [startOfCharacter(bytes, headBytes), startOfCharacter(bytes, bytes.length - tailBytes)];
  const start = bytes.toString("utf8", 0, headEnd);
  const end = bytes.toString("utf8", tailStart);
  const lastBreak = start.lastIndexOf("\n");
  const firstBreak = end.indexOf("\n");
  const head = lastBreak > start.length / 2 ? start.slice(0, lastBreak) : start;
  const tail = firstBreak >= 0 && firstBreak < end.length / 2 ? end.slice(firstBreak + 1) : end;
  return { head, tail, omittedBytes: bytes.length - bytesOf(head) - bytesOf(tail) };
}

/** Returns the beginning of a text, with a note about what is missing. */
export function shortened(text: string, maxBytes: number): string {
  if (bytesOf(text) <= maxBytes) return text;
  const { head, omittedBytes } = excerptOf(text, maxBytes, 0);
  return `${head}\n[... ${omittedBytes} more bytes]`;
}

/** Returns the last position, up to a given one, at which a character starts. */
function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
