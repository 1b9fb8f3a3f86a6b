/** A longer text cannot be checked before the deadline. */
const MAX_CHARACTERS = 1_000_000;

/** Each pattern takes linear time for any text: a hook that hangs redacts nothing. */
const KEYS = [
  // OpenAI, Anthropic, Stripe
  /\b[sr]k[-_][\w-]{20,}/g,
  // GitHub, GitLab, Slack, npm
  /\b(?:gh[opsu]_|github_pat_|glpat-|xox[abprs]-|npm_)[\w-]{16,}/g,
  // AWS, Google
  /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
];
const E_MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
const CARD = /(?<!\d)(?:[2-6]\d{12,18}|[2-6]\d{3}([ -])\d{4}\1\d{4}\1\d{4}|3\d{3}([ -])\d{6}\2\d{5})(?!\d)/g;

/** Returns the value with every secret in its strings and numbers replaced, or the same value if it contains none. */
export function redact<T>(value: T): T {
  if (typeof value === "string") return marked(value) as T;
  if (typeof value === "number") {
    const text = marked(String(value));
    return (text === String(value) ? value : text) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redact(item), item] as const);
  if (entries.every(([_key, clean, item]) => clean === item)) return value;
  if (Array.isArray(value)) return entries.map(([_key, clean]) => clean) as T;
  return Object.fromEntries(entries.map(([key, clean]) => [key, clean])) as T;
}

function marked(text: string): string {
  if (text.length > MAX_CHARACTERS) throw new Error(`a text of ${text.length} characters is not checked`);
  return KEYS.reduce((rest, key) => rest.replace(key, "[key]"), text)
    .replace(E_MAIL, "[e-mail]")
    .replace(CARD, (digits) => (isCard(digits) ? "[card]" : digits));
}

/** Checks the last digit of a card number with the Luhn algorithm. */
function isCard(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, "")].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const counted = at % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
