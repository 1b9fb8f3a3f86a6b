/** Replaces a secret in a transcript. */
export const MARKER = "[redacted]";

// A line may contain a megabyte of anything, so each expression takes linear time: it starts at a rare literal, or a
// lookbehind lets it start only once in a run of letters, and no two repetitions can match the same character.

/** Keys of services, recognised by their prefix. */
const KEYS = /(?<![A-Za-z0-9])(?:sk-|xox[a-z]-|glpat-|github_pat_|AIza)[\w-]{12,}/g;
const PLAIN_KEYS =
  /(?<![A-Za-z0-9])(?:gh[a-z]_|npm_|hf_|[rs]k_(?:live|test)_|(?:AKIA|ASIA)(?=[A-Z0-9]{16}))[A-Za-z0-9]{16,}/g;
const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}/g;
/** A key that is cut off extends to the end of the text. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-(?!----)[^-]*)*(?:-----END [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----)?/g;
/** `https://user:password@host` */
const USER_INFO = /(?<=:\/\/)[^\s/?#@:"'<>\\]*:[^\s/?#"'<>\\]*(?=@)/g;
const BEARER = /(?<=\bBearer\s{1,9})[\w.~+/=-]+/gi;
const BASIC = /(?<=\bBasic\s{1,9})[A-Za-z0-9+/]{4,}={0,2}/gi;

/** Redacts everything that has the shape of a secret. */
export function redactShapes(text: string): string {
  return text
    .replace(PRIVATE_KEY, MARKER)
    .replace(KEYS, MARKER)
    .replace(PLAIN_KEYS, MARKER)
    .replace(JWT, MARKER)
    .replace(USER_INFO, MARKER)
    .replace(BEARER, (token) => (looksRandom(token) ? MARKER : token))
    .replace(BASIC, (token) => (namesUser(token) ? MARKER : token));
}

/** Whether the value is not a word of prose, as in "bearer of good news" or "--token to use". */
export function looksRandom(value: string): boolean {
  return value.length >= 16 || (value.length >= 6 && /[^A-Za-z]/.test(value));
}

/** HTTP's basic credentials are `user:password` in base64; the word in "basic functionality" is not. */
function namesUser(token: string): boolean {
  return Buffer.from(token, "base64").includes(":");
}
