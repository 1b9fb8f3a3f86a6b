const COUNTS = new Uint16Array(128);

/** Shannon entropy in bits per letter. */
export function entropy(text: string): number {
  COUNTS.fill(0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) & 127;
    COUNTS[code] = (COUNTS[code] as number) + 1;
  }
  let bits = 0;
  for (const count of COUNTS) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** A kind of letters. */
type Letters = (code: number) => boolean;

export const isDigit: Letters = (code) => code >= 48 && code <= 57;
export const isLower: Letters = (code) => code >= 97 && code <= 122;
export const isUpper: Letters = (code) => code >= 65 && code <= 90;
export const isLetter: Letters = (code) => isLower(code | 32) && code >= 65;

/** How many letters of a kind a text has. */
export function count(text: string, letters: Letters): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) if (letters(text.charCodeAt(at))) found++;
  return found;
}

/** How many times a letter of the first kind is followed by one of the second. */
export function changes(text: string, before: Letters, after: Letters): number {
  let found = 0;
  for (let at = 1; at < text.length; at++) {
    if (before(text.charCodeAt(at - 1)) && after(text.charCodeAt(at))) found++;
  }
  return found;
}

/** How many different letters and digits a text has, in any case. */
export function differentLetters(text: string): number {
  let [letters, digits] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits |= 1 << (code - 48);
    else if (isLetter(code)) letters |= 1 << ((code | 32) - 97);
  }
  let different = 0;
  for (let bits = letters; bits !== 0; bits &= bits - 1) different++;
  for (let bits = digits; bits !== 0; bits &= bits - 1) different++;
  return different;
}
