import { describe, expect, it } from "vitest";
import { plainJson } from "../../src/record/plain-json.js";
import { safeJson, safeValue } from "../../src/record/safe-value.js";

const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const room = () => ({ values: 500, characters: 2048, depth: 12 });

class Dated {
  toJSON() {
    return TOKEN;
  }
}

describe("the JSON text of a small value", () => {
  it.each([
    { command: "git status --short | head -n 3", timeout: 5000, isQuiet: true, cwd: null },
    { path: 'a "quoted"\n name\u2028', list: ["one"], items: [{ id: 1 }, [2, 3]], empty: [{}, []] },
    { name: "city", value: "Beijing", description_of_it: "a long name of a field" },
    JSON.parse('{"__proto__":{"a":1},"b":"x"}'),
    Object.assign(Object.create(null), { a: 1 }),
    "text",
    0.5,
  ])("is the same as that of its copy: %j", (value) => {
    expect(plainJson(value, room())).toBe(JSON.stringify(value).replaceAll("\u2028", "\\u2028"));
    expect(JSON.parse(safeJson(value) as string)).toEqual(safeValue(value));
  });

  it.each([
    ["a secret by its shape", { text: `use ${TOKEN}` }],
    ["a secret by its name", { password: "hunter2" }],
    ["a secret by a name in the value", { name: "DB_PASSWORD", value: "hunter2" }],
    ["a secret by the words before it", ["curl", "-u", "me:hunter2"]],
    ["a secret in JSON text", { body: '{"password":"hunter2"}' }],
    ["a secret as a name", { [TOKEN]: 1 }],
    ["a method that writes it", { at: new Dated() }],
  ])("is not written for %s", (_, value) => {
    expect(plainJson(value, room())).toBeUndefined();
    expect(safeJson(value)).not.toMatch(/hunter2|ghp_/);
    expect(plainJson({ items: [{ deep: value }] }, room())).toBeUndefined();
  });

  it.each([
    ["minus zero, which JSON.stringify writes as 0", -0],
    ["an infinite number", Infinity],
    ["what JSON has no text for", { a: undefined, b: () => {} }],
    ["a long text", { text: "x".repeat(2049) }],
    ["a text that is long once it is quoted", { text: "\u0001".repeat(1000) }],
    ["many values", Array(501).fill(1)],
    ["many levels", JSON.parse(`${'{"a":'.repeat(13)}1${"}".repeat(13)}`)],
  ])("is not written for %s", (_, value) => {
    expect(plainJson(value, room())).toBeUndefined();
  });
});
