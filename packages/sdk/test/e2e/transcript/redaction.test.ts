import { readdirSync, readFileSync } from "node:fs";
import { stringify } from "@agent-hook/sdk/internal/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactMessage, redactText } from "../../../src/transcript/index.js";
import { HARMLESS, NEEDLE, OTHER_KEYS, SECRET_KEYS, TEXTS } from "../../transcript/secrets.js";
import { expectLinearTime } from "../../unit/linear-time.js";

describe("redaction of texts", () => {
  test.each(Object.entries(TEXTS))(
    "removes %s and keeps the rest, and from JSON that is cut off",
    (_, [text, left]) => {
      expect(redactText(text)).toBe(left);
      const cut = JSON.stringify({ text }).slice(0, -1);
      expect(redactText(cut)).not.toContain(NEEDLE);
      expect(redactText(JSON.stringify({ cut }).slice(0, -1))).not.toContain(NEEDLE);
    },
  );

  test("does not change harmless texts", () => {
    for (const text of HARMLESS) expect(redactText(text)).toBe(text);
  });

  test("removes a text that looks like a secret only after another removal", () => {
    expect(redactText("x://password://y,@host")).toBe("x://[redacted]@host");
  });

  test("never throws, leaves no secret, and changes nothing the second time", () => {
    const secret = fc.constantFrom(...Object.values(TEXTS).map(([text]) => text));
    const glue = fc.constantFrom(
      " ",
      "\n",
      '"',
      "'",
      "\\",
      ":",
      "=",
      "&",
      ";",
      "{",
      "}",
      ",",
      "-",
      "@",
      "://",
      ".",
      "[redacted]",
    );
    const piece = fc.oneof(secret, glue, fc.constantFrom(...HARMLESS, ...SECRET_KEYS), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const safe = redactText(pieces.join(""));
        expect(redactText(safe)).toBe(safe);
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 12 }), (pieces) => {
        expect(redactText(pieces.join("\n\n"))).not.toContain(NEEDLE);
      }),
      { numRuns: 500 },
    );
  });
});

describe("redaction of messages", () => {
  const params = (value: unknown) => ({ jsonrpc: "2.0", id: 1, method: "x", params: value });

  test("removes a text, a list and an object under a key of a secret", () => {
    for (const key of SECRET_KEYS) {
      for (const value of ["x", ["x"], { x: 1 }]) {
        expect(redactMessage(params({ a: { [key]: value } }))).toEqual({
          message: params({ a: { [key]: "[redacted]" } }),
          redacted: [`/params/a/${key}`],
        });
      }
    }
  });

  test("keeps values under other keys", () => {
    for (const key of OTHER_KEYS) {
      const message = params({ [key]: "x", more: { [key]: 12, [`${key}s`]: { x: 1 } } });
      expect(redactMessage(message).message, key).toBe(message);
    }
  });

  test("keeps booleans, null and numbers under secret keys, but not a number as a password", () => {
    const message = params({ token: 12, cookie: true, secret: null, apiKey: "", credentials: {}, password: false });
    expect(redactMessage(message).message).toBe(message);
    expect(redactMessage(params({ password: 1234 })).redacted).toEqual(["/params/password"]);
  });

  test("keeps the JSON Schema of a parameter with a secret's name", () => {
    const properties = { password: { type: "string", description: "x" }, token: { anyOf: [{ type: "null" }] } };
    const message = params({ tools: [{ parameters: { type: "object", properties } }] });
    expect(redactMessage(message).message).toBe(message);
    expect(redactMessage(params({ properties: { password: "x" } })).redacted).toHaveLength(1);
    expect(redactMessage(params({ properties: { password: { value: "x" } } })).redacted).toHaveLength(1);
  });

  test("removes a value that the item before it, or the name next to it, marks as secret", () => {
    const message = params([
      ["curl", "-sS", "-u", `me:${NEEDLE}`, "https://x"],
      ["mysql", "-uroot", `-p${NEEDLE}`],
      ["login", "--password", `${NEEDLE}1`],
      ["env", "-i", "bash", "-c", "curl", "-s", "-u", `me:${NEEDLE}`],
      { name: "Authorization", value: `Digest ${NEEDLE}`, secure: true },
      [["X-Api-Key", NEEDLE]],
    ]);
    expect(redactMessage(message).message).toEqual(
      params([
        ["curl", "-sS", "-u", "me:[redacted]", "https://x"],
        ["mysql", "-uroot", "-p[redacted]"],
        ["login", "--password", "[redacted]"],
        ["env", "-i", "bash", "-c", "curl", "-s", "-u", "me:[redacted]"],
        { name: "Authorization", value: "[redacted]", secure: true },
        [["X-Api-Key", "[redacted]"]],
      ]),
    );
    const harmless = params({ required: ["password", "token"], command: ["ls", "-u", "a:b"], items: ["curl", "-u"] });
    expect(redactMessage(harmless).message).toBe(harmless);
  });

  test("never changes jsonrpc, id and method, and returns pointers with escapes", () => {
    const key = `sk-${NEEDLE}abcdef123`;
    const { message, redacted } = redactMessage({ jsonrpc: key, id: key, method: key, "a/b~c": [0, { id: key }] });
    expect(message).toEqual({ jsonrpc: key, id: key, method: key, "a/b~c": [0, { id: "[redacted]" }] });
    expect(redacted).toEqual(["/a~1b~0c/1/id"]);
  });

  test("checks nested JSON text, and rewrites it only if necessary", () => {
    const inner = { path: "/x", password: NEEDLE, deeper: JSON.stringify({ list: [{ token: NEEDLE, n: 1 }] }) };
    const clean = '{ "path" :  "/y" }';
    const calls = [{ function: { arguments: JSON.stringify(inner) } }, { function: { arguments: clean } }];
    const { message, redacted } = redactMessage({ tool_calls: calls });
    const left = { path: "/x", password: "[redacted]", deeper: '{"list":[{"token":"[redacted]","n":1}]}' };
    expect(JSON.parse(message.tool_calls[0]?.function.arguments ?? "")).toEqual(left);
    expect(message.tool_calls[1]?.function.arguments).toBe(clean);
    expect(redacted).toEqual(["/tool_calls/0/function/arguments"]);
  });

  test("finds a secret at any depth of nested JSON text", () => {
    let text: unknown = { password: `a"${NEEDLE}`, x: 1 };
    for (let level = 0; level < 8; level++) text = { text: JSON.stringify(text) };
    expect(JSON.stringify(redactMessage({ params: text }))).not.toContain(NEEDLE);
  });

  test("keeps keys of any name and extreme numbers next to a secret", () => {
    const text =
      '{"__proto__":{"token":"x","n":-0},"constructor":1e999,"toJSON":"y","args":"{\\"n\\":-0,\\"token\\":\\"x\\"}"}';
    const { message } = redactMessage(JSON.parse(text));
    const left = text.replace('"token":"x"', '"token":"[redacted]"').replace('\\"x\\"', '\\"[redacted]\\"');
    expect(stringify(message)).toBe(left);
  });

  test("does not change recordings of PicoClaw", () => {
    const folder = new URL("../../../src/hosts/picoclaw/fixtures/", import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
    const lines = names.flatMap((name) => readFileSync(new URL(name, folder), "utf8").split("\n").filter(Boolean));
    expect(lines.length).toBeGreaterThan(500);
    for (const line of lines) expect(redactMessage(JSON.parse(line).message).redacted, line).toEqual([]);
  });

  test("never throws, changes nothing the second time, and nothing without a secret", () => {
    const key = fc.oneof(fc.constantFrom("__proto__", "toJSON", "", "id", ...SECRET_KEYS, ...OTHER_KEYS), fc.string());
    const text = fc.oneof(fc.string(), fc.constantFrom(...Object.values(TEXTS).map(([one]) => one)), fc.json());
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double(),
        fc.constantFrom(null, true),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4 }),
        tie("value").map((inner) => JSON.stringify(inner)),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, value), (object) => {
        const { message } = redactMessage(object);
        expect(redactMessage(message)).toEqual({ message, redacted: [] });
      }),
      { numRuns: 1000 },
    );
    const harmless = fc.dictionary(fc.constantFrom(...OTHER_KEYS), fc.constantFrom<unknown>(...HARMLESS, 12, null, []));
    fc.assert(
      fc.property(harmless, (object) => {
        expect(redactMessage({ params: object, text: JSON.stringify(object) }).redacted).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("redaction takes linear time", () => {
  const worst = [
    "a",
    " ",
    "\\",
    '\\"',
    "-",
    "eyJ",
    "-eyJ",
    "eyJaaaaaa.",
    "sk-",
    "password",
    'password"',
    'password=\\"',
  ];
  const more = [
    "password=\"a='",
    "password: ",
    "token=abc&",
    "https://a:",
    "://:::",
    "-----BEGIN PRIVATE KEY-----",
    "bearer ",
    "[{",
    "curl ",
    "curl -u ",
    " -uuuuuuuuu",
    " -u a:",
    "mysql -pa ",
    "; ",
    " -H 'token:",
    "'token: a",
    "'token:a",
    "curl -u 'a:",
    "http -a a:b;",
    "%5D",
    'password="a"\'',
    '"password":[',
    "[a],",
  ];

  test.each([...worst, ...more])("for a megabyte of %j", (piece) => {
    expectLinearTime((text) => redactText(`password${text}`), piece);
    expectLinearTime(redactText, piece);
  });
});
