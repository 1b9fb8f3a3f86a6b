/** Anywhere in the name of a key, without case and punctuation. */
const ANYWHERE =
  /password|passwd|passphrase|secret(?!ar)|credential|apikey|accesskey|authkey|accountkey|subscriptionkey|privatekey/;

/** Only at the end: `max_tokens`, `token_count` and `tokenizer` are numbers and names of models, not secrets. */
const AT_THE_END = /(?:authorization|cookies?|token|^jwt|xamzsignature|rediscliauth)\d*$/;

/** Matches `DB_PASS`, `creds`, `MYSQL_PWD` and npm's `_auth`, but not `bypass`, the shell's `PWD` or `auth`. */
const PASS = /(?:^|[-_.])(?:pass|creds)$|[-_.]pwd$|^_auth$/i;

/** Names whose value is a secret even if it is a number. */
const NUMBER_TOO = /(?:password|passwd|passphrase|secret)\d*$/;

/** Whether a key or a variable with this name holds a secret: `X-Api-Key`, `dbPassword`, `GITHUB_TOKEN`. */
export function isSecretKey(key: string): boolean {
  const name = normalized(key);
  return ANYWHERE.test(name) || AT_THE_END.test(name) || PASS.test(key);
}

/** Whether the value of a secret key could be the secret. Most numbers and flags are counts or settings. */
export function couldBeSecret(key: string, value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value === "number") return NUMBER_TOO.test(normalized(key));
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function normalized(key: string): string {
  // A longer string is not a name. Its end decides.
  return key
    .slice(-100)
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}
