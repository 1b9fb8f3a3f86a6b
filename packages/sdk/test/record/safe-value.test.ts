import { describe, expect, it } from "vitest";
import { safeText } from "../../src/record/safe-text.js";
import { safeValue } from "../../src/record/safe-value.js";

const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const PASSWORD = "correct-horse-battery";

describe("what a record keeps of a call", () => {
  it("is the whole value if it is small", () => {
    const value = { command: "ls", list: [1, true, null], nested: { a: "b" } };
    expect(safeValue(value)).toEqual(value);
  });

  it("has no secret by its name or its shape, at any depth and in JSON text", () => {
    const safe = JSON.stringify(
      safeValue({
        password: PASSWORD,
        list: ["curl", "-u", `me:${PASSWORD}`],
        body: `{"token":"${TOKEN}"}`,
        [TOKEN]: 1,
      }),
    );
    expect(safe).not.toContain(PASSWORD);
    expect(safe).not.toContain(TOKEN);
  });

  it("has at most 2 KB of JSON, whatever the value is", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`);
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at]));
    for (const value of ["x".repeat(5_000_000), { a: "\u0001".repeat(9000) }, deep, wide, Array(100_000).fill("abc")]) {
      expect(JSON.stringify(safeValue(value)).length).toBeLessThanOrEqual(2200);
    }
  });

  it.each([1000, 2000, 8190, 16_350, 16_380])("has no half of a token that starts at %i", (start) => {
    const text = `${"x ".repeat(start / 2)}${TOKEN} ${"y ".repeat(20_000)}`;
    const safe = JSON.stringify([safeValue({ text }), safeValue(text), safeText(text, 1000)]);
    expect(safe).not.toContain(TOKEN.slice(0, 8));
  });

  it("has no half of a token after many redacted ones, which moved it to the front", () => {
    const text = `${`${TOKEN} `.repeat(399)} ${TOKEN}`;
    expect(JSON.stringify(safeValue({ text }))).not.toContain("ghp_a");
  });

  it("has no half of a key that is longer than what is searched", () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn\n".repeat(2000)}-----END RSA PRIVATE KEY-----`;
    expect(JSON.stringify(safeValue({ key, text: key, note: `a key: ${key}` }))).not.toContain("MIIEpAIBAAK");
  });

  it("is made from a bounded part of many long texts and names, because the host waits for it", () => {
    const texts = Array.from({ length: 400 }, (_, at) => `${at} ${"password: ".repeat(1600)}`);
    for (const value of [{ texts }, Object.fromEntries(texts.map((text) => [text, text]))]) {
      const [, searched] = /\((\d+) characters of JSON\)/.exec(JSON.stringify(safeValue(value))) ?? [];
      expect(Number(searched ?? 0)).toBeLessThan(70_000);
    }
  });
});
