/** In the name of a key, without case and punctuation; whatever stands around it. */
const ANYWHERE =
  /password|passwd|passphrase|secret(?!ar)|credential|apikey|accesskey|authkey|accountkey|subscriptionkey|privatekey/;

/** At the end: `max_tokens`, `token_count` and `tokenizer` are numbers and names of models, not secrets. */
const AT_THE_END = /(?:authorization|cookies?|token|^jwt|xamzsignature|rediscliauth)\d*$/;

/** `DB_PASS`, `creds`, `MYSQL_PWD` and npm's `_auth`, but neither `bypass`, `PWD`, the shell's folder, nor `auth`. */
const PASS = /(?:^|[-_.])(?:pass|creds)$|[-_.]pwd$|^_auth$/i;

/** Names whose value is a secret even as a number. */
const NUMBER_TOO = /(?:password|passwd|passphrase|secret)\d*$/;

/** Whether a key or a variable of this name holds a secret: `X-Api-Key`, `dbPassword`, `GITHUB_TOKEN`. */
export function isSecretKey(key: string): boolean {
  const name = plain(key);
  return ANYWHERE.test(name) || AT_THE_END.test(name) || PASS.test(key);
}

/** Whether what stands under a secret key could be the secret: numbers, flags and nothing mostly count or switch. */
export function couldBeSecret(key: string, value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value === "number") return NUMBER_TOO.test(plain(key));
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function plain(key: string): string {
  // A longer one is no name; its end decides.
  return key
    .slice(-100)
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}
