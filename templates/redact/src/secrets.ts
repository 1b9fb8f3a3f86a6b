/**
 * What a secret looks like. Each pattern takes time in proportion to the text, whatever the text is: a hook that hangs
 * over a hostile page has redacted nothing.
 */
const SECRETS = [
  // A private key, to its end or to the end of the text
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs,
  // OpenAI, Anthropic, Stripe
  /\b[sr]k[-_][\w-]{20,}/g,
  // GitHub, GitLab, Slack, npm
  /\b(?:gh[opsu]_|github_pat_|glpat-|xox[abprs]-|npm_)[\w-]{16,}/g,
  // AWS, Google
  /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  // JSON Web Tokens
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g,
  // https://user:SECRET@host
  /(?<=:\/\/[^\s:@/]{1,64}:)[^\s@/]+(?=@)/g,
  // password=SECRET, "api_key": "SECRET", Bearer SECRET
  /(?<=(?:password|passwd|secret|token|api[-_]?key)["']?\s?[=:]\s?["']?|\bBearer )[^\s"',;&]{6,}/gi,
];

const MARK = "[redacted]";

/** The value with a mark for each secret in its texts, however deep inside; the very same value if there is none. */
export function redact<T>(value: T): T {
  if (typeof value === "string") return marked(value) as T;
  if (typeof value !== "object" || value === null) return value;
  let found = false;
  const entries = Object.entries(value).map(([key, item]) => {
    const clean = redact(item);
    found ||= clean !== item;
    return [key, clean];
  });
  if (!found) return value;
  return (Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)) as T;
}

function marked(text: string): string {
  return SECRETS.reduce((rest, secret) => rest.replace(secret, MARK), text);
}
