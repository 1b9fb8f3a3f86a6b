import type { FindingSink } from "./finding.js";
import { entropy } from "./letters.js";
import { isExample, looksLikePassword, looksRandom } from "./random-values.js";
import type { Anchor } from "./scanner.js";
import { isWordStart } from "./vendor-tokens.js";

// A line may contain a megabyte of anything, so each expression takes linear time: no two repetitions can match the
// same character, and the caller does not search again in what a search has read.

/** Looks at a text from an anchor on. Returns where the search goes on, if it has read further. */
type Shape = (text: string, at: number, all: boolean, add: FindingSink) => number | undefined;

const JWT = /eyJ[\w-]{5,4000}\.[\w-]{5,8000}(?:\.[\w-]{0,4000}){0,3}/y;
/** The same in base64: `ZXlK` is `eyJ`. */
const JWT_IN_BASE64 = /ZXlK[\w+/-]{30,8000}={0,2}/y;
const JWT_RUN = /[\w-]{3,3900}/y;
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** A key that is cut off extends to the end of the text. */
const KEY_REST = /[^-]*(?:-(?!----)[^-]*)*(?:-----END [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----)?/y;
/** The lines of a key without an end. After them, other text may follow. */
const KEY_LINES =
  /^(?:(?:[\s"'`,;]|\\[nr"])+(?:[A-Za-z0-9+/=]{4,}(?=[\r\n"'`\\]|$)|(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n\\]{0,200})|[A-Za-z0-9+/=]{4,})*/;
const LONGEST_KEY = 20_000;
/** `https://user:password@host`, `https://token@host` */
const USER_INFO = /:\/\/([^\s/?#@:"'<>\\]{0,400})(?::([^\s/?#"'<>\\]{0,1000}))?(?=@)/y;
const BEARER = /bearer\s{1,9}([\w.~+/=-]+)/iy;
const BASIC = /basic\s{1,9}([A-Za-z0-9+/]{4,4000}={0,2})/iy;
/** Signatures of URLs that grant access: Azure's and AWS's. */
const SIGNATURE = /(?:sig|X-Amz-Signature|X-Goog-Signature)=([\w%+/=-]{20,200})/iy;
/** Oracle's `user/password@host`. */
const ORACLE = /(?:oracle:thin:|sqlplus[ \t]+(?:-\w+[ \t]+){0,3})["']?[\w.$#]{1,60}\/("?)([^\s"'@/]{1,100})\1@/y;
const TWITTER = /A{20,30}[\w%]{60,200}/y;

const SHAPES: readonly (readonly [anchor: string, shape: Shape])[] = [
  ["-----BEGIN ", findPrivateKey],
  ["eyJ", (text, at, _all, add) => findJwt(JWT, text, at, add)],
  ["ZXlK", (text, at, _all, add) => findJwt(JWT_IN_BASE64, text, at, add)],
  ["://", findUserInfo],
  [
    "bearer",
    (text, at, all, add) =>
      addLast("bearer", BEARER, text, at, (token) => (all ? isLikelyToken(token) : looksRandom(token, 8)), add),
  ],
  ["basic", (text, at, all, add) => addLast("basic", BASIC, text, at, (token) => namesUser(token, all), add)],
  ["sig=", findSignature],
  ["x-amz-signature=", findSignature],
  ["x-goog-signature=", findSignature],
  ["oracle:thin:", findOracle],
  ["sqlplus", findOracle],
  [
    "A".repeat(20),
    (text, at, _all, add) => addLast("twitter", TWITTER, text, at, (token) => entropy(token) >= 3, add) ?? at + 20,
  ],
];

/** Tokens with their recognizable part in the middle or at the end, and what is before it. */
const MIDDLES: readonly (readonly [rule: string, anchor: string, middle: RegExp, before: RegExp, longest: number])[] = [
  ["telegram", ":A", /:A[\w-]{34}(?![\w-])/y, /(?<![A-Za-z0-9_])\d{5,16}$/, 20],
  ["azure", "Q~", /Q~[\w.~-]{31,34}(?![\w~.-])/y, /(?<![\w~.-])[\w.~-]{3}\d$/, 8],
  ["azure-devops", "AZDO", /AZDO[A-Za-z0-9]{4}(?![\w-])/y, /(?<![\w-])[A-Za-z0-9]{76}$/, 80],
  ["terraform", ".atlasv1.", /\.atlasv1\.[\w-]{60,80}/y, /[A-Za-z0-9]{14}$/, 20],
  ["new-relic", "NRAL", /NRAL(?![\w-])/y, /(?<![\w-])[0-9a-z]{36}$/, 40],
  ["mailchimp", "-us", /-us\d{1,2}(?![\w-])/y, /(?<![\w-])[0-9a-f]{32}$/, 36],
  ["honeycomb", "ik_", /ik_[a-z0-9]{26}[A-Za-z0-9]{32}(?![\w-])/y, /(?<![\w-])hc[a-z]$/, 4],
  ["honeycomb", "mk_", /mk_[a-z0-9]{26}:[A-Za-z0-9]{32}(?![\w-])/y, /(?<![\w-])hc[a-z]$/, 4],
  // After a user's name, as in `/etc/shadow`. In other places, a hash is mostly an example.
  ...["$1$", "$5$", "$6$", "$y$", "$apr1$", "$2a$", "$2b$", "$2y$", "$argon2", "{SHA}", "{SSHA}"].map(
    (anchor) =>
      ["password-hash", anchor, /[$\w,=}{]{3,40}\$?[\w./+$=]{20,200}/y, /(?:^|[\s"'])[\w.@-]{1,64}:$/, 68] as const,
  ),
];

/** What every shape begins with or contains. */
export const SHAPE_ANCHORS: readonly Anchor<Shape>[] = [
  ...SHAPES.map(([text, value]) => ({ text, value, isAnyCase: text === text.toLowerCase() })),
  ...MIDDLES.map(([rule, text, middle, before, longest]) => ({
    text,
    value: (all: string, at: number, _: boolean, add: FindingSink) => {
      middle.lastIndex = at;
      const [token] = middle.exec(all) ?? [];
      const [start] = token === undefined ? [] : (before.exec(all.slice(Math.max(0, at - longest), at)) ?? []);
      if (token === undefined || start === undefined || isExample(start + token)) return undefined;
      add(rule, rule === "password-hash" ? at : at - start.length, at + token.length);
      return at + token.length;
    },
  })),
];

/** `M...6 letters...`: no three characters of a Discord token are the same as in others. */
const DISCORD = /\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/y;

export function findDiscordTokens(text: string, add: FindingSink): void {
  for (let dot = text.indexOf("."); dot !== -1; dot = text.indexOf(".", dot + 1)) {
    if (text.charCodeAt(dot + 7) !== 46) continue;
    DISCORD.lastIndex = dot;
    const [token] = DISCORD.exec(text) ?? [];
    const [start] = /(?<![\w-])[MNO][\w-]{23,27}$/.exec(text.slice(Math.max(0, dot - 32), dot)) ?? [];
    if (token !== undefined && start !== undefined && !isExample(start + token)) {
      add("discord", dot - start.length, dot + token.length);
    }
  }
}

function findPrivateKey(text: string, at: number, all: boolean, add: FindingSink): number | undefined {
  KEY_BEGIN.lastIndex = at;
  if (!KEY_BEGIN.test(text)) return undefined;
  const bodyStart = KEY_BEGIN.lastIndex;
  KEY_REST.lastIndex = bodyStart;
  let [body = ""] = KEY_REST.exec(text) ?? [];
  if (!all && !body.endsWith("-----")) [body = ""] = KEY_LINES.exec(body.slice(0, LONGEST_KEY)) ?? [];
  if (all || isKeyBody(body)) add("private-key", at, bodyStart + body.length);
  return bodyStart + body.length;
}

/** Whether the body of a private key contains a part of a key, and not `...` or a word. */
function isKeyBody(body: string): boolean {
  const runs = body.slice(0, LONGEST_KEY).match(/(?:[A-Za-z0-9+/=]|(?<=[A-Za-z0-9+/=])\\\/){20,}/g) ?? [];
  return runs.some(
    (run) => /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && entropy(run.slice(0, 400)) >= 3.5,
  );
}

function findJwt(pattern: RegExp, text: string, at: number, add: FindingSink): number | undefined {
  if (!isWordStart(text, at)) return undefined;
  pattern.lastIndex = at;
  const [token] = pattern.exec(text) ?? [];
  if (token === undefined) {
    // No dot follows this run of characters, so nothing in it is a token.
    JWT_RUN.lastIndex = at;
    return at + (JWT_RUN.exec(text)?.[0].length ?? 3);
  }
  if (!/(.)\1{19}/.test(token.slice(0, 400))) add("jwt", at, at + token.length);
  return at + token.length;
}

function findUserInfo(text: string, at: number, all: boolean, add: FindingSink): number | undefined {
  USER_INFO.lastIndex = at;
  const [whole, user = "", password] = USER_INFO.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const start = at + 3;
  const end = at + whole.length;
  if (password === undefined) {
    if (looksRandom(user)) add("url-token", start, end);
  } else if (all || looksLikePassword(password, false) || looksRandom(user, 16)) {
    add("url-password", start, end, end - password.length);
  }
  return end;
}

function findSignature(text: string, at: number, _: boolean, add: FindingSink): number | undefined {
  if (!/[?&;]$/.test(text.slice(Math.max(0, at - 1), at))) return undefined;
  return addLast("signed-url", SIGNATURE, text, at, looksRandom, add);
}

function findOracle(text: string, at: number, all: boolean, add: FindingSink): number | undefined {
  ORACLE.lastIndex = at;
  const [whole, quote = "", password = ""] = ORACLE.exec(text) ?? [];
  if (whole === undefined || !(all || looksLikePassword(password, false))) return undefined;
  const end = at + whole.length - 1 - quote.length;
  add("oracle-password", end - password.length, end);
  return end;
}

/** Adds the part that a pattern captures at its end. Returns the end of the match. */
function addLast(
  rule: string,
  pattern: RegExp,
  text: string,
  at: number,
  accepts: (value: string) => boolean,
  add: FindingSink,
): number | undefined {
  if (/\w/.test(text[at - 1] ?? "")) return undefined;
  pattern.lastIndex = at;
  const [whole, value = whole] = pattern.exec(text) ?? [];
  if (whole === undefined || value === undefined || !accepts(value)) return undefined;
  const end = at + whole.length;
  add(rule, end - value.length, end);
  return end;
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
