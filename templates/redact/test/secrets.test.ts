import { describe, expect, test } from "vitest";
import { redact } from "../src/secrets.js";

// Fake secrets, assembled here so that no scanner reports them.
const LONG = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
const KEY = ["-----BEGIN RSA PRIVATE KEY-----", LONG, LONG, "-----END RSA PRIVATE KEY-----"].join("\n");

describe("redact", () => {
  test.each([
    ["a private key", `key:\n${KEY}\nend`, "key:\n[redacted]\nend"],
    ["a private key that is cut off", KEY.slice(0, 60), "[redacted]"],
    ["a key of OpenAI or Anthropic", `use sk-ant-${LONG}.`, "use [redacted]."],
    ["a token of GitHub", `ghp_${LONG}`, "[redacted]"],
    ["a token of Slack", `xoxb-${LONG}`, "[redacted]"],
    ["a key of AWS", `AKIA${"A1B2C3D4E5F6G7H8"} and more`, "[redacted] and more"],
    ["a key of Google", `AIza${LONG.slice(0, 35)}`, "[redacted]"],
    ["a JSON Web Token", `eyJ${LONG}.${LONG}.${LONG}`, "[redacted]"],
    ["a password in a URL", "postgres://me:hunter2@db/x", "postgres://me:[redacted]@db/x"],
    ["an assignment", "DB_PASSWORD=hunter2 PORT=80", "DB_PASSWORD=[redacted] PORT=80"],
    ["JSON", '{"api_key": "hunter2", "n": 1}', '{"api_key": "[redacted]", "n": 1}'],
    ["a header", "Authorization: Bearer abc.def-123", "Authorization: Bearer [redacted]"],
    ["two at once", `ghp_${LONG} token=hunter2`, "[redacted] token=[redacted]"],
  ])("removes %s", (_, text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(expected)).toBe(expected);
  });

  test.each([
    "max_tokens: 32000",
    "a task-force of sk-1",
    "https://example.com:8080/a@b",
    "the secret of good tea",
    "",
  ])("keeps %j", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("covers lists and objects, and keeps everything else", () => {
    const value = { a: ["x", { b: "password=hunter2" }], n: 1, yes: true, nothing: null };
    expect(redact(value)).toEqual({ a: ["x", { b: "password=[redacted]" }], n: 1, yes: true, nothing: null });
  });

  test("returns the same value if it contains no secret", () => {
    const value = { a: ["x", { b: "y" }], n: 1, nothing: null };
    expect(redact(value)).toBe(value);
  });
});
