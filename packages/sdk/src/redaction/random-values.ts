import { changes, count, differentLetters, entropy, isDigit, isLetter, isLower, isUpper } from "./letters.js";
import { isIdentifier, isWordy } from "./words.js";

const LONGEST_JUDGED = 200;

/** Words in values that documentation shows instead of a secret. */
const EXAMPLE_WORD =
  /example|placeholder|redacted|change[-_]?(?:me|this|it)|replace[-_]?(?:me|this|with)|dummy|(?:^|[-_ ])(?:sample|fake)|(?:sample|fake)[-_ ]|your[-_ ]?(?:own|api|key|token|secret|password|client|app|access|account|org|user|value)|insert[-_]|(?:goes|put|paste|token|key|secret|value|string)[-_]?here|^(?:my|the|some|a|an|test|invalid|wrong|bad)[-_](?:api|secret|access|auth|super|private|pass|token|key|client)|todo|x{5}|\*{3}|\.{3}|\u2026/i;
/** Templates and expressions, whose value is known only later. */
const TEMPLATE =
  /\$\{|\$\(|\{\{|<%|%\(|#\{|^\$[A-Za-z_]|^%\w+%$|^<[^>]*>$|^\{[^{}"]*\}$|^\[[^\]"]*\]$|^__\w+__$|^@{1,2}[\w.]+@{1,2}$|^!\w+$|^%[\w%:.-]{0,20}[sdvq]$|^\{\w+\}|^\$env:|^env[.:(]/i;

/** Whether the value is one that documentation shows, is a template, or repeats a few letters. */
export function isExample(value: string): boolean {
  const start = value.slice(0, LONGEST_JUDGED);
  const isTemplate = /^env|[$<{%#[@!_]/i.test(start) && TEMPLATE.test(start);
  return isTemplate || EXAMPLE_WORD.test(start) || isRepetitive(start) || isSequence(start);
}

/** Whether half of the text is a part of the alphabet, as in `ABCDEFGHIJKLMNOPQRSTUVWXYZ0123`. */
export function isSequence(text: string): boolean {
  let [run, longest] = [1, 1];
  for (let at = 1; at < text.length; at++) {
    run = text.charCodeAt(at) - text.charCodeAt(at - 1) === 1 ? run + 1 : 1;
    if (run > longest) longest = run;
  }
  return longest >= 16 && longest * 2 >= text.length;
}

/** Whether the text uses few letters for its length: `xxxxxxxx`, `000000000001`, `12312312312`, but not `hunter2`. */
function isRepetitive(text: string): boolean {
  const { length } = text;
  return length >= 6 && differentLetters(text) <= (length >= 32 ? 5 : length >= 16 ? 4 : 2);
}

/**
 * Whether letters and digits alternate as in generated text. Then even a text without a sign before it can be a token.
 */
export function isStronglyRandom(text: string): boolean {
  if (text.length < 16 || changes(text, isDigit, isLetter) + changes(text, isLetter, isDigit) < 5) return false;
  return looksRandom(text, 16) && entropy(text) >= 3.2;
}

/** Numbers, versions, dates and addresses: `-0x7f879679`, `v1.29.3-alpine3.19`, `2024-03-12T10:15:30Z`. */
const NUMBER =
  /^[-+]?0x[0-9a-f]{1,16}$|^[~^<>=]{0,2}v?\d{1,5}(?:\.\d{1,10}){1,4}(?:[-+:/][\w.+-]{0,30})?$|^\d{4}-\d\d-\d\d(?:[T ]|$)|^\d{1,2}-[a-z]{3}-\d{2,4}$/i;
function isNumber(text: string): boolean {
  return /^[-+~^<>=v\d]/i.test(text) && NUMBER.test(text);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const PATH =
  /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]{1,20}:\/\/|arn:|urn:)|\.(?:json|ya?ml|txt|pem|key|crt|cer|p12|pfx|jks|env|html?|jsx?|tsx?|py|go|rb|java|php|cs|xml|ini|conf|cfg|toml|log|md|com|org|net|io|dev|sh)$/i;
/** `process.env.TOKEN`, `config.token`, `self._key`, `Foo::bar`, `getToken()`, `a->b`, `args[0]`. */
const EXPRESSION = /[()[\]{};<>|]|=>|&&/;
const MEMBER = /^[A-Za-z_$@][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+$/;

/** Names of resources and packages: `web2-prod-store`, `jackson-core-2.11.3`. */
const RESOURCE = /^[a-z]{2,}\d{0,2}(?:-(?:[a-z]{1,12}\d{0,3}|\d{1,4}))+$|[-_@:]v?\d+(?:\.\d+){2,}(?:[-.]\w{1,12})?$/;
/** `agent:main:42`: a part must look random. */
const SCOPED = /^[A-Za-z][\w.-]*(?::[\w.-]+)+$/;

/**
 * Whether the value can be a generated secret, and not a word, a path, an expression or an example. `isLiteral`: a long
 * one with signs is not an expression.
 */
export function looksRandom(value: string, least = 10, isLiteral = false): boolean {
  const text = value.slice(0, LONGEST_JUDGED);
  if (text.length < least || isExample(text) || /\s/.test(text)) return false;
  if (UUID.test(text)) return true;
  if (isNumber(text) || RESOURCE.test(text) || isPath(text)) return false;
  if (SCOPED.test(text) && !text.split(":").some((part) => looksRandom(part, least))) return false;
  if (!(isLiteral && text.length >= 20 && SIGNS_AND_DIGITS.test(text)) && isCode(text)) return false;
  const digits = count(text, isDigit);
  const letters = count(text, isLetter);
  const bits = entropy(text);
  if (letters === 0) return digits >= 16 && bits >= 2.5;
  if (isWordy(text)) return false;
  if (digits === 0) return text.length >= 16 && bits >= 3.5 && isScrambled(text);
  return bits >= (text.length >= 20 ? 3 : 2.7);
}

/** Signs next to digits in several places, as in a key with any letters. */
const SIGNS_AND_DIGITS = /(?:[^\w\s.,()[\]{}]\d|\d[^\w\s.,()[\]{}]).*(?:[^\w\s.,]{2}|[^\w\s.,]\d|\d[^\w\s.,])/;

/** Whether the value can be a password that a person chose. `isBare`: it has no quotes, so it may also be code. */
export function looksLikePassword(value: string, isBare: boolean): boolean {
  const text = value.slice(0, LONGEST_JUDGED);
  if (text.length < 4 || isExample(text) || NO_PASSWORD.test(text) || isNumber(text)) return false;
  if (/\s/.test(text)) return text.length < 64 && /[A-Za-z]\d|\d[A-Za-z]/.test(text) && text.split(/\s+/).length < 6;
  if (isBare && (isCode(text) || /^[A-Z_]+$|^0x[0-9a-fA-F]+$|^[A-Z][a-z]+[A-Z]\w*$|^[a-z]+[A-Z][A-Za-z]*$/.test(text)))
    return false;
  return !isPath(text) && !(text.includes(".") && /^[a-z]+(?:\.[a-z]+){2,}$/.test(text));
}

const NO_PASSWORD =
  /^[:#@]|^(?:null|none|nil|true|false|undefined|empty|default|optional|required|string|str|text|number|bytes?|boolean|bool|any|unknown|object|varchar|hidden|input|get|set|new|old|[a-z]{0,12}[-_]?(?:passw(?:or)?d|pass|pwd|passphrase|secret|token|user(?:name)?)s?\d{0,2}[:!]?|[a-z]{0,9}:[a-z]{0,9}|\d{1,3})$/i;

function isPath(text: string): boolean {
  if (!/[/.:~]/.test(text)) return false;
  if (PATH.test(text)) return true;
  const parts = text.split("/");
  return (
    parts.length >= 3 &&
    parts.every((part) => part.length < 16 && /^[A-Za-z][a-z]*(?:[-_.][A-Za-z0-9]+)*$|^$/.test(part))
  );
}

function isCode(text: string): boolean {
  return (
    EXPRESSION.test(text) ||
    (MEMBER.test(text.replace(/[!?]$/, "")) && text.split(/\W+/).every((part) => isIdentifier(part)))
  );
}

/** Whether letters of both cases alternate as in generated text, or are not pronounceable. */
function isScrambled(text: string): boolean {
  const cases = changes(text, isLower, isUpper) + changes(text, isUpper, isLower);
  return cases >= text.length / 4 || /[^aeiouyAEIOUY\W\d_]{6}/.test(text);
}
