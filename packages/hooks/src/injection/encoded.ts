import type { Match } from "./rule.js";

/** A text that was written in another form. */
export interface DecodedText extends Match {
  readonly text: string;
}

/** The shortest run that is decoded, and the longest: a longer one is a file. */
const MIN_LENGTH = 32;
const MAX_LENGTH = 20_000;
const HEX = /^(?:[0-9a-f]{2})+$/i;
/** What a decoded sentence consists of. */
const SENTENCE = /^[\t\n\r -~\u00a0-\u024f\u2010-\u2026]*$/;
const ALPHABET = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=") {
  ALPHABET[character.charCodeAt(0)] = 1;
}

/** A sentence in an address, and letters as binary numbers. */
const PERCENT = /(?:[\w.,;:!?'()~*+-]{0,40}%[0-9a-f]{2}){3,500}[\w.,;:!?'()~*+-]{0,40}/gi;
const BINARY = /(?<![01])(?:[01]{8}[ ,]?){8,4000}/g;

/** Returns the sentences that a text contains in base64, as numbers, or percent-encoded. */
export function decodedTexts(text: string): readonly DecodedText[] {
  const decoded = runs(text);
  if (text.includes("%20")) {
    for (const { 0: code, index } of text.matchAll(PERCENT)) {
      const plain = code.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      decoded.push({ text: plain, start: index, end: index + code.length });
    }
  }
  if (text.includes("0110")) {
    for (const { 0: code, index } of text.matchAll(BINARY)) {
      const plain = (code.match(/[01]{8}/g) ?? [])
        .map((bits) => String.fromCharCode(Number.parseInt(bits, 2)))
        .join("");
      decoded.push({ text: plain, start: index, end: index + code.length });
    }
  }
  return decoded;
}

function runs(text: string): DecodedText[] {
  const decoded: DecodedText[] = [];
  const isCode = (at: number) => at < text.length && (ALPHABET[text.charCodeAt(at)] ?? 0) === 1;
  // Each run has one of the characters that are looked at, because they are closer than its length.
  for (let probe = MIN_LENGTH - 1; probe < text.length; probe += MIN_LENGTH) {
    if (!isCode(probe)) continue;
    let [start, end] = [probe, probe + 1];
    while (isCode(start - 1) && probe - start < MIN_LENGTH) start--;
    while (isCode(end)) end++;
    if (end - start >= MIN_LENGTH && end - start <= MAX_LENGTH) {
      const code = text.slice(start, end);
      const plain = Buffer.from(code, HEX.test(code) ? "hex" : "base64").toString("utf8");
      if (plain.includes(" ") && SENTENCE.test(plain)) decoded.push({ text: plain, start, end });
    }
    // The next one is counted from here: the character at `end` belongs to no run.
    probe = end;
  }
  return decoded;
}
