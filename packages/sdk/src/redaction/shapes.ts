import type { FindingSink } from "./finding.js";
import { entropy, isExample, looksLikePassword, looksRandom } from "./random-values.js";

// A line may contain a megabyte of anything, so each expression takes linear time: it starts at a rare literal, and no
// two repetitions can match the same character.

const JWT = /eyJ[\w-]{5,4000}\.[\w-]{5,8000}(?:\.[\w-]{0,4000}){0,3}/y;
/** The same in base64: `ZXlK` is `eyJ`. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{30,8000}={0,2}/y;
const JWT_RUN = /[\w-]{3,3900}/y;
const JWT_START = /\b(?:eyJ|ZXlK)/g;
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** A key that is cut off extends to the end of the text. */
const KEY_REST = /[^-]*(?:-(?!----)[^-]*)*(?:-----END [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----)?/y;
/** The lines of a key without an end. After them, other text may follow. */
const KEY_LINES =
  /^(?:(?:[\s"'`,;]|\\[nr"])+(?:[A-Za-z0-9+/=]{4,}(?=[\r\n"'`\\]|$)|(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n\\]{0,200})|[A-Za-z0-9+/=]{4,})*/;
const LONGEST_KEY = 20_000;
/** `https://user:password@host` */
const USER_INFO = /:\/\/([^\s/?#@:"'<>\\]{0,400}):([^\s/?#"'<>\\]{0,1000})(?=@)/y;
const SCHEME_END = /:\/\//g;
const BEARER = /\bbearer\s{1,9}([\w.~+/=-]+)/gi;
const BASIC = /\bbasic\s{1,9}([A-Za-z0-9+/]{4,4000}={0,2})/gi;
/** Signatures of URLs that grant access: Azure's and AWS's. */
const SIGNATURE = /[?&;](?:amp;)?(?:sig|X-Amz-Signature|X-Goog-Signature)=([\w%+/=-]{20,200})/gi;
/**
 * Tokens with their recognizable part in the middle or at the end, and what is before it. Texts without the literal are
 * not searched.
 */
const MIDDLES: readonly (readonly [rule: string, literal: string, middle: RegExp, before: RegExp, longest: number])[] =
  [
    ["telegram", ":A", /:A[\w-]{34}(?![\w-])/g, /(?<![A-Za-z0-9_])\d{5,16}$/, 20],
    ["azure", "Q~", /Q~[\w.~-]{31,34}(?![\w~.-])/g, /(?<![\w~.-])[\w.~-]{3}\d$/, 8],
    ["azure-devops", "AZDO", /AZDO[A-Za-z0-9]{4}(?![\w-])/g, /(?<![\w-])[A-Za-z0-9]{76}$/, 80],
    ["terraform", ".atlasv1.", /\.atlasv1\.[\w-]{60,80}/g, /[A-Za-z0-9]{14}$/, 20],
    ["new-relic", "NRAL", /NRAL(?![\w-])/g, /(?<![\w-])[0-9a-z]{36}$/, 40],
    ["mailchimp", "-us", /-us\d{1,2}(?![\w-])/g, /(?<![\w-])[0-9a-f]{32}$/, 36],
    ["salesforce", "00D", /![\w.]{60,400}/g, /(?<![\w-])00D[A-Za-z0-9]{12}$/, 20],
    ["discord", ".", /\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g, /(?<![\w-])[MNO][\w-]{23,27}$/, 32],
  ];
const TWITTER_START = "A".repeat(20);
const TWITTER = /\bA{20,30}[\w%]{60,200}/g;

/** Finds everything that has the shape of a secret. With `all`, also values that may be an example. */
export function findShapes(text: string, all: boolean, add: FindingSink): void {
  findPrivateKeys(text, all, add);
  findJwts(text, add);
  findUserInfo(text, all, add);
  BEARER.lastIndex = 0;
  for (let match = BEARER.exec(text); match !== null; match = BEARER.exec(text)) {
    const [whole, token = ""] = match;
    if (all ? isLikelyToken(token) : looksRandom(token, 8)) addLast("bearer", match.index, whole, token, add);
  }
  BASIC.lastIndex = 0;
  for (let match = BASIC.exec(text); match !== null; match = BASIC.exec(text)) {
    const [whole, token = ""] = match;
    if (namesUser(token, all)) addLast("basic", match.index, whole, token, add);
    // In "basic basic dXNl...", the first word is not the scheme.
    else BASIC.lastIndex = match.index + "basic".length;
  }
  SIGNATURE.lastIndex = 0;
  for (let match = SIGNATURE.exec(text); match !== null; match = SIGNATURE.exec(text)) {
    const [whole, token = ""] = match;
    if (looksRandom(token)) addLast("signed-url", match.index, whole, token, add);
  }
  for (const [rule, literal, middle, before, longest] of MIDDLES) {
    if (text.includes(literal)) findBefore(middle, before, longest, rule, text, add);
  }
  for (const { index, 0: token } of text.includes(TWITTER_START) ? text.matchAll(TWITTER) : []) {
    if (entropy(token) >= 3) add("twitter", index, index + token.length);
  }
}

function findPrivateKeys(text: string, all: boolean, add: FindingSink): void {
  KEY_BEGIN.lastIndex = 0;
  for (let match = KEY_BEGIN.exec(text); match !== null; match = KEY_BEGIN.exec(text)) {
    const bodyStart = KEY_BEGIN.lastIndex;
    KEY_REST.lastIndex = bodyStart;
    let [body = ""] = KEY_REST.exec(text) ?? [];
    if (!all && !body.endsWith("-----")) [body = ""] = KEY_LINES.exec(body.slice(0, LONGEST_KEY)) ?? [];
    if (all || isKeyBody(body)) add("private-key", match.index, bodyStart + body.length);
    KEY_BEGIN.lastIndex = bodyStart + body.length;
  }
}

/** Whether the body of a private key contains a part of a key, and not `...` or a word. */
function isKeyBody(body: string): boolean {
  const runs = body.slice(0, LONGEST_KEY).match(/(?:[A-Za-z0-9+/=]|(?<=[A-Za-z0-9+/=])\\\/){20,}/g) ?? [];
  return runs.some(
    (run) => /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && entropy(run.slice(0, 400)) >= 3.5,
  );
}

function findJwts(text: string, add: FindingSink): void {
  JWT_START.lastIndex = 0;
  for (let match = JWT_START.exec(text); match !== null; match = JWT_START.exec(text)) {
    const pattern = match[0] === "eyJ" ? JWT : JWT_IN_BASE64;
    pattern.lastIndex = match.index;
    const [token] = pattern.exec(text) ?? [];
    if (token === undefined) {
      // No dot follows this run of characters, so nothing in it is a token.
      JWT_RUN.lastIndex = match.index;
      JWT_START.lastIndex = match.index + (JWT_RUN.exec(text)?.[0].length ?? 3);
      continue;
    }
    if (!/(.)\1{19}/.test(token.slice(0, 400))) add("jwt", match.index, match.index + token.length);
    JWT_START.lastIndex = match.index + token.length;
  }
}

function findUserInfo(text: string, all: boolean, add: FindingSink): void {
  SCHEME_END.lastIndex = 0;
  for (let match = SCHEME_END.exec(text); match !== null; match = SCHEME_END.exec(text)) {
    USER_INFO.lastIndex = match.index;
    const [whole, user = "", password = ""] = USER_INFO.exec(text) ?? [];
    if (whole === undefined) continue;
    const isSecret = all || looksLikePassword(password, true) || looksRandom(user, 16);
    if (isSecret) add("url-password", match.index + 3, match.index + whole.length);
    SCHEME_END.lastIndex = match.index + whole.length;
  }
}

function findBefore(pattern: RegExp, before: RegExp, most: number, rule: string, text: string, add: FindingSink): void {
  for (const { index, 0: token } of text.matchAll(pattern)) {
    const [start] = before.exec(text.slice(Math.max(0, index - most), index)) ?? [];
    if (start !== undefined && !isExample(start + token)) add(rule, index - start.length, index + token.length);
  }
}

function addLast(rule: string, index: number, whole: string, value: string, add: FindingSink): void {
  add(rule, index + whole.length - value.length, index + whole.length);
}

/** Whether the value is not a word of prose, as in "bearer of good news" or "--token to use". */
export function isLikelyToken(value: string): boolean {
  return value.length >= 16 || (value.length >= 6 && /[^A-Za-z]/.test(value));
}

/** HTTP's basic credentials are `user:password` in base64; the word in "basic functionality" is not. */
function namesUser(token: string, all: boolean): boolean {
  const decoded = Buffer.from(token.slice(0, 400), "base64").toString("latin1");
  const colon = decoded.indexOf(":");
  if (!all && !/^[\x20-\x7e]+$/.test(decoded)) return false;
  return (
    colon !== -1 && (all || looksLikePassword(decoded.slice(colon + 1), false) || looksRandom(decoded.slice(0, colon)))
  );
}
