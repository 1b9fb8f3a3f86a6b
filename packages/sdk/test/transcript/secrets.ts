/** Made-up secrets; each has the shape of a real one and holds `NEEDLE`, which must not be left. */
export const NEEDLE = "n33dle";

const jwt = (payload: string) => `eyJhbGciOiJIUzI1NiJ9.${payload}.${NEEDLE}-_signature`;
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQ+${NEEDLE}/=\nProc-Type: 4\n-----END ${kind}PRIVATE KEY-----`;

/** Texts that hold a secret, and what is to be left of them. */
export const TEXTS: Readonly<Record<string, readonly [text: string, left: string]>> = {
  "an OpenAI key": [`use sk-proj-${NEEDLE}abcdef12345 now`, "use [redacted] now"],
  "an Anthropic key": [`sk-ant-api03-${NEEDLE}_abc-def`, "[redacted]"],
  "a GitHub token": [`ghp_${NEEDLE}abcdefghijklmnop123456`, "[redacted]"],
  "a GitHub OAuth token": [`"gho_${NEEDLE}abcdefghijklmnop123456"`, '"[redacted]"'],
  "a fine-grained GitHub token": [`github_pat_${NEEDLE}_abcdefghijkl`, "[redacted]"],
  "a Slack token": [`xoxb-1234567890-${NEEDLE}`, "[redacted]"],
  "a Google key": [`key AIza${NEEDLE}abcdefghijklmnopqrstuvwxyz012`, "key [redacted]"],
  "a JWT": [`(${jwt("eyJzdWIiOiIxIn0")})`, "([redacted])"],
  "a bearer token": [`curl -H "X: Bearer ${NEEDLE}.abc"`, 'curl -H "X: Bearer [redacted]"'],
  "basic credentials": [`basic ${Buffer.from(`user:${NEEDLE}`).toString("base64")}!`, "basic [redacted]!"],
  "basic credentials behind a word": [
    `basic basic ${Buffer.from(`user:${NEEDLE}`).toString("base64")}`,
    "basic basic [redacted]",
  ],
  "a private key": [`before ${pem("RSA ")} after`, "before [redacted] after"],
  "two private keys": [`${pem("")}\n${pem("EC ")}`, "[redacted]\n[redacted]"],
  "a private key that is cut off": [`-----BEGIN PRIVATE KEY-----\n${NEEDLE}`, "[redacted]"],
  "user and password of a URL": [`git clone https://me:${NEEDLE}@host/x`, "git clone https://[redacted]@host/x"],
  "a password with an at sign in a URL": [
    `postgres://me:a@${NEEDLE}@host:5432/db`,
    "postgres://[redacted]@host:5432/db",
  ],
  "a shell assignment": [`export DB_PASSWORD=${NEEDLE} && run`, "export DB_PASSWORD=[redacted] && run"],
  "a quoted shell assignment": [`API_KEY='a "b" ${NEEDLE} c' run`, "API_KEY='[redacted]' run"],
  "a short name": [`MYSQL_PASS=${NEEDLE}; ls`, "MYSQL_PASS=[redacted]; ls"],
  "an option": [`login --password=${NEEDLE} --user me`, "login --password=[redacted] --user me"],
  "an option with a space": [`login --auth-token ${NEEDLE} --user me`, "login --auth-token [redacted] --user me"],
  "a query string": [`/x?a=1&access_token=${NEEDLE}&b=2`, "/x?a=1&access_token=[redacted]&b=2"],
  "a header": [`Authorization: Digest a, ${NEEDLE}\r\nHost: x`, "Authorization: [redacted]\r\nHost: x"],
  cookies: [`-H 'Cookie: a=1; sid=${NEEDLE}' x`, "-H 'Cookie: [redacted]' x"],
  "a subscript": [`headers["X-Api-Key"] = "${NEEDLE}";`, 'headers["X-Api-Key"] = "[redacted]";'],
  YAML: [`user: me\npassword: ${NEEDLE}\nport: 1`, "user: me\npassword: [redacted]\nport: 1"],
  "JSON that is broken": [`{"password":"a\\"${NEEDLE}","user":"me"`, '{"password":"[redacted]","user":"me"'],
  "JSON that is cut off": [`{"user":"me","client_secret":"${NEEDLE}`, '{"user":"me","client_secret":"[redacted]'],
  "JSON text in broken JSON": [
    `{"x":"{\\"token\\":\\"a\\\\\\"${NEEDLE}\\",\\"y\\":1}"`,
    '{"x":"{\\"token\\":\\"[redacted]\\",\\"y\\":1}"',
  ],
};

/** Texts that look a little like it. */
export const HARMLESS: readonly string[] = [
  "the bearer of good news has basic functionality and Basic authentication",
  "max_tokens=1000 total_tokens: 5, prompt_tokens = 12; completion_tokens=0",
  'usage: {"prompt_tokens":1,"prompt_cache_key":"sk_v1_cb10fea2cfe7f7373a42cc19db45c88f"}',
  "interface Login { password: string; token: string, apiKey?: boolean }",
  'curl -H "X: Bearer $TOKEN" --data password=$PASSWORD',
  "a task-oriented risk-averse-and-long-winded-text, bypass=1, compass=north, secretary=Bob",
  "https://example.org:8080/a@b?x=1#y:z@w and ssh://git@example.org/x",
  "PWD=/home/me; token_count=3; tokenizer=gpt; public_key=x; if (token === other) token => token",
  'password="" secret: "" token=',
  "eyJ.eyJ.eyJ AKIA sk- ghp_ ----- BEGIN PRIVATE KEY",
  "[redacted]",
  "",
];

/** Keys whose value is a secret. */
export const SECRET_KEYS: readonly string[] = [
  "password",
  "PASSWD",
  "db_password",
  "passphrase",
  "pass",
  "DB-PASS",
  "client_secret",
  "secretKey",
  "token",
  "accessToken",
  "GITHUB_TOKEN",
  "api key",
  "api_key",
  "X-Api-Key",
  "OPENAI_API_KEY",
  "Authorization",
  "proxy-authorization",
  "cookie",
  "Set-Cookie",
  "credentials",
  "private_key",
  "aws_secret_access_key",
  "access-key",
];

/** Keys whose value is none. */
export const OTHER_KEYS: readonly string[] = [
  "max_tokens",
  "prompt_tokens",
  "total_tokens",
  "completion_tokens",
  "prompt_tokens_details",
  "prompt_cache_key",
  "token_count",
  "tokenizer",
  "session_key",
  "SessionKey",
  "idempotency_key",
  "public_key",
  "key",
  "author",
  "secretary",
  "bypass",
  "compass",
  "tool_call_id",
];
