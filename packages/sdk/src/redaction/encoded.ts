/** The shortest run of base64 that is decoded, and the longest: a longer one is a file. */
const SHORTEST = 64;
const LONGEST = 20_000;
const READABLE = /^[\t\n\r -~]*$/;
const ALPHABET = new Uint8Array(256);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
  ALPHABET[character.charCodeAt(0)] = 1;
}

/** A text that was written in base64. */
export interface DecodedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the texts that a text contains in base64, such as an encoded `.env`. */
export function decodedTexts(text: string): readonly DecodedText[] {
  const decoded: DecodedText[] = [];
  const isCode = (at: number) => ALPHABET[text.charCodeAt(at)] === 1;
  // Each run has one of the characters that are looked at, because they are closer than its length.
  for (let probe = SHORTEST - 1; probe < text.length; probe += SHORTEST) {
    if (!isCode(probe)) continue;
    let [start, end] = [probe, probe + 1];
    while (isCode(start - 1) && probe - start < SHORTEST) start--;
    while (isCode(end) && end - start <= LONGEST) end++;
    if (end - start > LONGEST) {
      // The rest of a file need not be read.
      while (isCode(probe + SHORTEST)) probe += SHORTEST;
      continue;
    }
    const lines = end - start < SHORTEST ? end : endOfLines(text, start, end);
    if (end - start >= SHORTEST && lines - start <= LONGEST) {
      const isText = READABLE.test(Buffer.from(text.slice(start, start + 24), "base64").toString("latin1"));
      const plain = isText ? Buffer.from(text.slice(start, lines), "base64").toString("latin1") : "";
      if (plain !== "" && READABLE.test(plain)) decoded.push({ text: plain, start, end: lines });
    }
    // The next one is counted from here: the character at `end` belongs to no run.
    probe = lines;
  }
  return decoded;
}

const PADDING = /={1,2}/y;
const NEXT_LINE = /\r?\n[A-Za-z0-9+/]{1,76}={0,2}(?![A-Za-z0-9+/=])/y;

/** Returns the end of the lines of base64 that follow a line of 64 or 76 letters. */
function endOfLines(text: string, start: number, end: number): number {
  const width = end - start;
  PADDING.lastIndex = end;
  let last = PADDING.test(text) ? PADDING.lastIndex : end;
  if (width !== 64 && width !== 76) return last;
  for (NEXT_LINE.lastIndex = end; last - start <= LONGEST && NEXT_LINE.test(text); ) {
    const isFull = text.charCodeAt(NEXT_LINE.lastIndex - width - 1) === 10;
    last = NEXT_LINE.lastIndex;
    if (!isFull) break;
  }
  return last;
}
