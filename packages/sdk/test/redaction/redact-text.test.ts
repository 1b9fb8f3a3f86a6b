import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText } from "../../src/redaction/index.js";
import { expectLinearTime } from "../unit/linear-time.js";

// Made up, and assembled here so that no scanner reports them.
const LETTERS = "q7Zk2XvB9mTf4LpR8sWc6NhJ3yGd5aKe1uPo0iVb";
const LOWER = LETTERS.toLowerCase();
const HEX = "9f3c07b1e6d84a25".repeat(5);
const token = (...parts: string[]) => parts.join("");

const TOKENS: Readonly<Record<string, string>> = {
  anthropic: token("sk-", "ant-api03-", LETTERS),
  openai: token("sk-", "proj-", LETTERS),
  github: token("gh", "p_", LETTERS.slice(0, 36)),
  gitlab: token("gl", "pat-", LETTERS.slice(0, 20)),
  npm: token("np", "m_", LETTERS.slice(0, 36)),
  aws: token("AK", "IA", "Q7ZK2XVB5MTF4LPR"),
  google: token("AI", "za", LETTERS.slice(0, 35)),
  stripe: token("sk", "_live_", LETTERS.slice(0, 24)),
  slack: token("xox", "b-", "123456789012-", LETTERS.slice(0, 24)),
  sendgrid: token("S", "G.", LETTERS.slice(0, 22), ".", `${LETTERS}xyz`),
  digitalocean: token("dop", "_v1_", HEX.slice(0, 64)),
  vault: token("hv", "s.", LETTERS),
  shopify: token("shp", "at_", HEX.slice(0, 32)),
  telegram: token("73519846", ":A", LETTERS.slice(0, 34)),
  jwt: token("ey", "JhbGciOiJIUzI1NiJ9", ".", LETTERS, ".", LETTERS),
  terraform: token(LETTERS.slice(0, 14), ".atlas", "v1.", LETTERS, LETTERS.slice(0, 27)),
  mailchimp: token(HEX.slice(0, 32), "-us", "12"),
  "azure-devops": token(LETTERS, LETTERS.slice(0, 36), "AZ", "DOabc1"),
  "new-relic": token(HEX.slice(0, 36), "NR", "AL"),
  discord: token("M", LETTERS.slice(0, 23), ".", LETTERS.slice(0, 6), ".", LETTERS.slice(0, 38)),
  cloudflare: token("cf", "ut_", LETTERS, "ab"),
  langfuse: token("sk-", "lf-", "3a1c9e52-0b7d-4f68-9a25-d1e4c7b80f36"),
  launchdarkly: token("ap", "i-", "3a1c9e52-0b7d-4f68-9a25-d1e4c7b80f36"),
  "trigger-dev": token("tr_", "prod_", LETTERS.slice(0, 24)),
  inngest: token("sign", "key-prod-", HEX.slice(0, 64)),
  stytch: token("secret-", "live-", LETTERS.slice(0, 36)),
  "cal-com": token("cal_", "live_", HEX.slice(0, 32)),
  honeycomb: token("hca", "ik_", LOWER.slice(0, 26), LETTERS.slice(0, 32)),
  braintree: token("access_token$", "production$", LOWER.slice(0, 16), "$", HEX.slice(0, 32)),
  infisical: token("st", ".", HEX.slice(0, 24), ".", HEX.slice(0, 32), ".", HEX.slice(0, 32)),
  asana: token("2", "/1202345678901234/1209876543210987:", HEX.slice(0, 32)),
  adyen: token("AQ", "E", LETTERS, LETTERS.slice(0, 30), "=-", LETTERS.slice(0, 30)),
  age: token("AGE-SECRET-", "KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)),
};

describe("tokens with the shape of their vendor", () => {
  test.each(Object.entries(TOKENS))("a token of %s is found in any text and named", (rule, secret) => {
    const text = `before ${secret} after`;
    const { text: safe, findings } = redactText(text);
    expect(safe).toBe("before [redacted] after");
    expect(findings).toEqual([{ rule, start: 7, end: 7 + secret.length }]);
    expect(JSON.stringify(findings)).not.toContain(secret);
  });

  test("the start of a token in the middle of base64 is not a token", () => {
    const start = token("AK", "IA", "Q7ZK2XVB5MTF4LPR");
    expect(redactText(`data:${LETTERS}+${start}/${LETTERS}`).findings).toEqual([]);
    expect(redactText(`https://acme.test/keys/${start}`).text).toBe("https://acme.test/keys/[redacted]");
  });

  test.each(["\\n", "%3D", "\u001b[32m"])("directly after %j", (before) => {
    expect(redactText(`x=1${before}${TOKENS.github}`).text).toBe(`x=1${before}[redacted]`);
  });
});

describe("assignments", () => {
  const value = LOWER.slice(0, 32);
  test.each([
    `ACME_TOKEN=${value}`,
    `acmeToken = "${value}";`,
    `acme_token: '${value}'`,
    `acmeToken := \`${value}\``,
    `ACME_TOKEN ::= "${value}"`,
    `$acmeToken .= "${value}";`,
    `var acmeToken string = "${value}"`,
    `const ACME_TOKEN: &'static str = "${value}";`,
    `  'acmeToken' => '${value}',`,
    `System.setProperty("ACME_TOKEN", "${value}")`,
    `<acmeToken>\n  ${value}\n</acmeToken>`,
    `<add key="AcmeApiKey" value="${value}" />`,
    `- name: ACME_API_KEY\n  value: ${value}`,
    `{"config.ini": "ACME_SECRET=${value}\\nDEBUG=true"}`,
    `acme --api-key ${value} run`,
    `https://acme.test/x?access_token=${value}&a=1`,
    `X-Api-Key: ${value}`,
    `Authorization: Bearer ${value}`,
    `acme_client_secret = ${value}`,
    `algolia_key: ${value}`,
    `UNHEARD_OF_KEY=${value}`,
    `if (apiKey == "${value}") {`,
  ])("hides a random value in %j", (text) => {
    const { text: safe, findings } = redactText(text);
    expect(safe).not.toContain(value);
    expect(findings).toHaveLength(1);
  });

  test.each([
    "DB_PASSWORD=hunter2",
    'password: "hunter2"',
    "postgres://me:hunter2@db:5432/x",
    "curl -u me:hunter2 https://x",
    "export PGPASSWORD='hunter2 & co'",
  ])("hides a password in %j", (text) => {
    expect(redactText(text).text).not.toContain("hunter2");
  });

  test.each([
    ["DB_PASSWORD=a;b,c|d<e>f9", "DB_PASSWORD=[redacted]"],
    ["export DB_PASSWORD=correct&horse=battery", "export DB_PASSWORD=[redacted]"],
    ["DB_PASSWORD=Tr0ub4dor'3xyz", "DB_PASSWORD=[redacted]"],
    ["DB_PASSWORD=Tr0ub4dor[3$xyz", "DB_PASSWORD=[redacted]"],
    ["password: Tr0ub4dor&3", "password: [redacted]"],
    ["  password: Tr0;ub4,dor|3", "  password: [redacted]"],
    ["kubectl --from-literal=password=S3cr3t!", "kubectl --from-literal=password=[redacted]"],
    ['DB_PASSWORD="Tr0ub 4dor 9xyz"', 'DB_PASSWORD="[redacted]"'],
    ["DB_PASSWORD=CorrectHorseBattery1", "DB_PASSWORD=[redacted]"],
    ["https://acme.test/?password=Tr0ub4dor!&a=1", "https://acme.test/?password=[redacted]&a=1"],
    ["user=me;password=Tr0ub4dor!;ssl=true", "user=me;password=[redacted];ssl=true"],
    ["DB_PASSWORD=Tr0ub4dor!; run", "DB_PASSWORD=[redacted]; run"],
    ["(password: Tr0ub4dor!)", "(password: [redacted])"],
    ["PGPASSWORD=abc psql", "PGPASSWORD=[redacted] psql"],
    ["password: |\n  S3cr3tX9yz\nuser: me", "password: |\n  [redacted]\nuser: me"],
    ["machine acme.test login ada password s3cr3tX9yz", "machine acme.test login ada password [redacted]"],
    ["sqlplus ada/Tr0ub4dor!@db", "sqlplus ada/[redacted]@db"],
    ["git push https://Tr0ub4dor9xyz@acme.test/a.git", "git push https://[redacted]@acme.test/a.git"],
    ["https://ada:Zx9.kLm2q@acme.test/x", "https://[redacted]@acme.test/x"],
    [`SECRET_KEY = "k*3(9$x!q7w_e4r5&y8u1-a=s+d@z2#f5"`, `SECRET_KEY = "[redacted]"`],
    ["ada:$apr1$x8Kq2p9L$Zr7mQ0b1c2d3e4f5g6h7i/", "ada:[redacted]"],
    [`My API key: ${HEX.slice(0, 32)}`, "My API key: [redacted]"],
    [`Key=${LETTERS.slice(0, 32)}`, "Key=[redacted]"],
  ])("hides the whole secret in %j", (text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });

  test("hides a value next to colors, and leaves the colors", () => {
    const colored = "\u001b[1mDB_PASSWORD\u001b[0m: \u001b[33mTr0ub\u001b[1m4dor9\u001b[0m";
    expect(redactText(colored).text).toBe("\u001b[1mDB_PASSWORD\u001b[0m: \u001b[33m[redacted]\u001b[0m");
    expect(redactText(JSON.stringify(colored)).text).not.toContain("4dor9");
  });

  test("hides a .env file in base64, also on several lines", () => {
    const encoded = Buffer.from(`DB_HOST=db.acme.test\nDB_PASSWORD=Tr0ub4dor9x\nACME_TOKEN=${value}\n`).toString(
      "base64",
    );
    expect(redactText(`x ${encoded} y`).text).toBe("x [redacted] y");
    expect(redactText(encoded.replace(/.{76}/g, "$&\n")).text).toBe("[redacted]");
    expect(redactText(Buffer.from("only a long line of prose, ".repeat(4)).toString("base64")).findings).toEqual([]);
  });

  test("hides the values of a Kubernetes secret whatever their names", () => {
    const manifest = (kind: string) => `apiVersion: v1\nkind: ${kind}\ndata:\n  greeting: bXkgc2VjcmV0IHRleHQ=\n`;
    expect(redactText(manifest("Secret")).text).toContain("greeting: [redacted]");
    expect(redactText(manifest("ConfigMap")).findings).toEqual([]);
  });

  test("hides a private key, also on one line, but no mention of one", () => {
    const begin = token("-----BEGIN RSA ", "PRIVATE KEY-----");
    const end = token("-----END RSA ", "PRIVATE KEY-----");
    expect(redactText(`a ${begin}\n${LETTERS}\n${LETTERS}\n${end} b`).text).toBe("a [redacted] b");
    expect(redactText(`"${begin}\\n${LETTERS}\\n${end}\\n"`).text).toBe('"[redacted]\\n"');
    expect(redactText(`${begin}\n${LETTERS}\nand then prose`).text).toContain("prose");
    expect(redactText(`if (!key.startsWith("${begin}")) throw new Error("no key")`).findings).toEqual([]);
  });
});

describe("a secret that was found once is hidden everywhere", () => {
  test.each([
    [`api_key: "${LETTERS}"\nused ${LETTERS} twice`, `api_key: "[redacted]"\nused [redacted] twice`],
    ["hunter2x is set in DB_PASSWORD=hunter2x\n", "[redacted] is set in DB_PASSWORD=[redacted]\n"],
    ["https://ada:Zx9kLm2q@db and Zx9kLm2q", "https://[redacted]@db and [redacted]"],
    [`Cookie: sid=${LOWER}; a=b\nsession ${LOWER}`, "Cookie: [redacted]\nsession [redacted]"],
  ])("%j", (text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });

  test("but not a word or a part of one", () => {
    const text = "DB_PASSWORD=postgres\nimage: postgres\npostgres-data: tea9x\nAPI_PASSWORD=tea9x\ntea9xy stays";
    expect(redactText(text).text).toBe(
      "DB_PASSWORD=[redacted]\nimage: postgres\npostgres-data: [redacted]\nAPI_PASSWORD=[redacted]\ntea9xy stays",
    );
  });

  test("also among many others", () => {
    const secrets = Array.from({ length: 300 }, (_, index) => `${LETTERS.slice(index % 9, 24)}${index}x`);
    const text = secrets.map((secret) => `API_KEY=${secret}`).join("\n");
    const { text: safe } = redactText(`${text}\n${secrets.join(" ")}`);
    expect(secrets.filter((secret) => safe.includes(secret))).toEqual([]);
  });
});

describe("what is no secret stays, and is the same string", () => {
  test.each([
    `ACCESS_KEY=\${ACCESS_KEY}`,
    "api_key: process.env.ACME_API_KEY",
    'token = getToken("main")',
    'api_key = "<your-api-key>"',
    "TOKEN=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    token("aws_access_key_id = AKIA", "IOSFODNN7EXAMPLE"),
    token("gh", "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
    "API_TOKEN: ****************",
    "secretName: my-app-tls",
    "access_token_url='https://acme.test/oauth/access_token'",
    "credentialsId: '3a1c9e52-0b7d-4f68-9a25-d1e4c7b80f36'",
    `next_page_token: ${LOWER}`,
    `public_key = ${LOWER}`,
    "commit 9f3c07b1e6d84a259f3c07b1e6d84a259f3c07b1",
    "max_tokens: 4096, token_count = 128000",
    "interface Login { password: string; token?: string }",
    "First pass: collect names. Second pass: resolve them.",
    "key = PrimaryKeyConstraint",
    "the mysql client asks for -p, and basic functionality",
    "if (token === previousToken) return;",
    '{"ARN": "arn:aws:secretsmanager:us-west-2:123456789012:secret:db-4f7c9a"}',
    "image: registry.test/secret-operator:v1.29.3-alpine3.19",
    "--- PASS: TestRedactTokens/case_12 (0.03s)",
    'environment.append("PWD=" + directory1)',
    '"password_changed_at": "2024-03-12T10:15:30Z"',
    'TOKEN_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"',
    '"lockToken": "7f36cb30-74ef-4cff-8cd4-a77e1aba1746"',
    "SIOCSLIFTOKEN = -0x7f879679",
    "s.ReadUint16LengthPrefixed(&list)",
    "[Tokenizer.END_TAG_TOKEN]: endTagInHeadNoScript,",
    "privateKey = testRSAPSS2048PrivateKey",
    "token: TOKEN_V2_IN_BASE64,",
    '{"primaryKey": "a81bc81b-dead-4e5d-abff-90865d1e13b1"}',
    "apiKey: !Ref ApiKey2Param",
    "token=@@TOKEN_V2@@",
    "password_reset_token_expires_in: 3600",
    "passwordTimeoutMs: 30000",
    'if (sessionKey != "agent:abc123") {',
    "io.jsonwebtoken:jjwt-jackson-0.11.2",
    '"curl -s https://acme.test",\n  "socat -u CREATE:staged TCP:acme.test:1"',
    'const masterPasswordSeed = "com.acme.passwords"',
    "keyVaultToStoreSecrets: web2-prod-kv-01",
    `https://acme.test/x.ico-${HEX.slice(0, 32)}.png`,
    `https://acme.test/Team-api-key-${HEX.slice(0, 32)}`,
    "PASSWORD=os.environ['X']",
    "PASSWORD=$(cat x)",
    "password: process.env.ACME_PASSWORD!,",
    "token = parts[index1 + 1]",
    `cache key: linux-${HEX.slice(0, 40)}`,
    `key: ${HEX.slice(0, 32)}`,
    "https://ada@acme.test/x and ssh://git@acme.test/x",
    '"pass": "Siden har 1 overskrift på nivå 1"',
    "the mark [secret:github:1a2b3c4d] of another redaction",
    "",
  ])("%j", (text) => {
    const result = redactText(text);
    expect(result.findings).toEqual([]);
    expect(result.text).toBe(text);
  });
});

describe("options", () => {
  test("keep lets a value stay", () => {
    expect(redactText("PASSWORD=letmein1", { keep: (value) => value === "letmein1" }).findings).toEqual([]);
  });

  test("replace chooses what is written, and gets the rule", () => {
    const { text } = redactText(`x ${TOKENS.github}`, { replace: (_, rule) => `[secret:${rule}:1]` });
    expect(text).toBe("x [secret:github:1]");
    expect(redactText(text).text).toBe(text);
  });

  test("all hides every value of a secret's name", () => {
    expect(redactText("api_key: plain").text).toBe("api_key: plain");
    expect(redactText("api_key: plain", { values: "all" }).text).toBe("api_key: [redacted]");
  });
});

describe("any text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...Object.values(TOKENS),
      "password=",
      "token: ",
      "https://a:b1c2@",
      "curl -u me:",
      "Bearer ",
      "\n",
    ),
    fc.constantFrom(
      '"',
      "'",
      "\\",
      "=",
      ":",
      " ",
      "{",
      "}",
      "[redacted]",
      "://",
      "@",
      ",",
      "kind: Secret\n",
      "data:\n",
    ),
    fc.string({ unit: "binary" }),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  test("redacted twice equals redacted once, and the findings are where the replacements are", () => {
    fc.assert(
      fc.property(text, (original) => {
        const { text: safe, findings } = redactText(original);
        expect(redactText(safe)).toEqual({ text: safe, findings: [] });
        let [rebuilt, at] = ["", 0];
        for (const { start, end } of findings) {
          rebuilt += `${original.slice(at, start)}[redacted]`;
          at = end;
        }
        expect(rebuilt + original.slice(at)).toBe(safe);
      }),
      { numRuns: 3000 },
    );
  });

  test("a replacement far from the start and end of a long text is where it was found", () => {
    const filler = "a line of prose\n".repeat(4000);
    const original = `${filler}https://a:b1c2@host ${filler}DB_PASSWORD=hunter2\n${filler}`;
    const { text: safe, findings } = redactText(original);
    expect(safe).toBe(`${filler}https://[redacted]@host ${filler}DB_PASSWORD=[redacted]\n${filler}`);
    expect(findings.map(({ start, end }) => original.slice(start, end))).toEqual(["a:b1c2", "hunter2"]);
    expect(redactText(safe).findings).toEqual([]);
  });

  const HOSTILE = [
    "a",
    "=",
    "token=",
    "eyJ",
    "-eyJ",
    "-----BEGIN",
    "sk-",
    "token: ",
    "curl ",
    "Q~",
    "s.",
    '"token", "',
    "Authorization: Basic ",
    "Cookie: a=b; ",
    ".abcdef.",
  ];
  test.each(HOSTILE)("a megabyte of %j takes linear time", (part) => {
    expectLinearTime(redactText, part);
  });
});
