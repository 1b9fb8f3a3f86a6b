import { endAt } from "./assigned-values.js";

/** The shortest run of base64 that is decoded, and the longest: a longer one is a file. */
const SHORTEST = 64;
const LONGEST = 20_000;
const RUN = /[A-Za-z0-9+/]{1,20001}/y;
const READABLE = /^[\t\n\r -~]*$/;
/** The number of each letter of base64, plus one. */
const NUMBERS = new Uint8Array(256);
for (const [number, letter] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  NUMBERS[letter.charCodeAt(0)] = number + 1;
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
  const isCode = (at: number) => (NUMBERS[text.charCodeAt(at)] ?? 0) > 0;
  // Each run has one of the characters that are looked at, because they are closer than its length.
  for (let probe = SHORTEST - 1; probe < text.length; probe += SHORTEST) {
    if (!isCode(probe)) continue;
    let start = probe;
    while (isCode(start - 1) && probe - start < SHORTEST) start--;
    const end = endAt(RUN, text, probe);
    if (end - start > LONGEST) {
      // The rest of a file need not be read.
      while (isCode(probe + SHORTEST)) probe += SHORTEST;
      continue;
    }
    // The next one is counted from here: the character at `end` belongs to no run.
    probe = end;
    if (end - start < SHORTEST || !isReadable(text, start) || decode(text, start, end) === "") continue;
    const lines = endOfLines(text, start, end);
    probe = lines;
    const plain = lines - start > LONGEST ? "" : decode(text, start, lines);
    if (plain !== "") decoded.push({ text: plain, start, end: lines });
  }
  return decoded;
}

/** Returns what a part of a text stands for, or an empty text if that is not readable. */
function decode(text: string, start: number, end: number): string {
  const plain = Buffer.from(text.slice(start, end), "base64").toString("latin1");
  return READABLE.test(plain) ? plain : "";
}

/** Whether the first six bytes that a run stands for are letters and signs: of other files, one in 300 begins so. */
function isReadable(text: string, start: number): boolean {
  for (let at = start; at < start + 8; at += 4) {
    let bytes = 0;
    for (let next = at; next < at + 4; next++) bytes = (bytes << 6) | ((NUMBERS[text.charCodeAt(next)] ?? 1) - 1);
    for (const byte of [bytes >> 16, (bytes >> 8) & 255, bytes & 255]) {
      if (byte > 126 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
    }
  }
  return true;
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
