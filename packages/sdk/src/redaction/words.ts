import { changes, isDigit, isLower } from "./letters.js";

/**
 * The letters that often follow a letter in English and in names of programs. Generated text has such a pair by chance
 * in about half of the places, words in nine of ten.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: "bcdgilmnprstuvwy",
  b: "abeijloruy",
  c: "acehikloprstuy",
  d: "adefilorsuy",
  e: "acdeflmnprstvwxy",
  f: "aefilortuy",
  g: "aeghilnorsu",
  h: "adeiortuy",
  i: "abcdefglmnoprstvz",
  j: "aeosu",
  k: "aeilnosy",
  l: "adeiklostuvy",
  m: "abeimopsuy",
  n: "acdefgiknostuvy",
  o: "abcdfgiklmnoprstuvw",
  p: "aehiloprstuy",
  q: "u",
  r: "acdegiklmnorstuvy",
  s: "acehiklmnopqstuwy",
  t: "acehilorstuwy",
  u: "abcdegilmnprst",
  v: "aeio",
  w: "aehinors",
  x: "aceipty",
  y: "aelmnopst",
  z: "aeioyz",
};

const MOST_TURNS = 2;
/** Between chance, a half, and words, nine of ten. */
const LEAST_USUAL = 0.6;
const WORD_BORDER = /[-_.:/+$\s@]+|(?<=[a-z\d])(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/**
 * Whether the text consists of words: `my-api-key`, `DB2_USER`, `BuildReport-1.2`, `x509StoreGetClass`. `least`: how many
 * letters a word has at least. Generated text of both cases has short words by chance.
 */
export function isWordy(text: string, least = 3): boolean {
  // Words have their digits at the end, so digits and letters rarely take turns.
  if (changes(text, isDigit, isLower) > MOST_TURNS) return false;
  const parts = text.split(WORD_BORDER).filter((part) => part !== "");
  const words = parts.filter((part) => part.length >= least && isWord(part));
  const covered = words.reduce((sum, part) => sum + part.length, 0);
  return words.length > 0 && covered * 2 >= text.length && parts.every((part) => words.includes(part) || isShort(part));
}

/** Whether a programmer may have chosen the name: it is short, consists of words, or is not long and has few digits. */
export function isIdentifier(part: string): boolean {
  return part.length <= 4 || isWordy(part) || ((part.match(/\d/g)?.length ?? 0) <= 4 && part.length < 16);
}

/** Whether a part of a name may be an abbreviation or a number: `x509`, `sha512`, `RSAPSS2048`, `2024`. */
function isShort(part: string): boolean {
  return /^(?:\d{1,8}|[A-Za-z]{1,5}\d{0,5}|[A-Z]{6,8}\d{0,4}|\d{1,3}[A-Za-z]{1,3})$/.test(part);
}

/** Whether the letters follow each other as in words. Some digits may follow: `token2`. */
function isWord(part: string): boolean {
  if (!/^[A-Za-z]{3,}\d{0,4}$/.test(part)) return false;
  const letters = part.replace(/\d/g, "").toLowerCase();
  let usual = 0;
  for (let at = 1; at < letters.length; at++) {
    if (FOLLOWERS[letters[at - 1] as string]?.includes(letters[at] as string)) usual++;
  }
  return usual >= LEAST_USUAL * (letters.length - 1) && !/[^aeiouy]{7}|^[^aeiouy]+$/.test(letters);
}
