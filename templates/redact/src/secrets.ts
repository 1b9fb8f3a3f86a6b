/** Patterns of secrets. Each takes linear time for any text: a hook that hangs on a hostile page redacts nothing. */
const SECRETS = [
  // A private key, up to its end or the end of the text
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

/** Returns the value with every secret in its strings replaced, at any depth, or the same value if it contains none. */
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
