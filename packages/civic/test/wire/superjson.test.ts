import fc from "fast-check";
import superjson from "superjson";
import { describe, expect, it } from "vitest";
import { decode } from "../../src/wire/superjson.js";

const sent = (value: unknown) => JSON.parse(JSON.stringify(superjson.serialize(value)));

/** Values that Civic's client sends, under any keys. */
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.webUrl().map((url) => new URL(url)),
    fc.date({ noInvalidDate: true }),
    fc.dictionary(
      fc
        .oneof(fc.constantFrom("a.b", "a\\.b", "\\", ".", "", "a\\", "0"), fc.string())
        .filter((key) => !POISON.has(key)),
      tie("value"),
      { noNullPrototype: true },
    ),
  ),
})).value;
/** Keys that superjson refuses to write. */
const POISON = new Set(["__proto__", "constructor", "prototype"]);

/** Removes fields that are `undefined`, which our decoder drops. */
function withoutUndefined(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof URL || value instanceof Date) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(fields.map(([key, inner]) => [key, withoutUndefined(inner)]));
}

describe("superjson on input", () => {
  it("reads back what its own writer wrote, whatever the keys", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => !POISON.has(key)),
          values,
          { noNullPrototype: true },
        ),
        (value) => {
          expect(decode(sent({ requestExtra: value }))).toEqual({ requestExtra: withoutUndefined(value) });
        },
      ),
    );
  });

  it("reads the paths of older clients, which do not escape backslashes", () => {
    const item = { json: { "a\\b": { "c.d": null } }, meta: { values: { "a\\b.c\\.d": ["undefined"] } } };
    expect(decode(item)).toEqual({ "a\\b": {} });
  });

  it("decodes only to JSON inside an MCP message, so a hook sees what is sent on", () => {
    const request = { params: { arguments: { url: new URL("http://127.0.0.1/"), at: new Date(0), none: undefined } } };
    expect(decode(sent({ request }))).toEqual({
      request: { params: { arguments: { url: "http://127.0.0.1/", at: "1970-01-01T00:00:00.000Z" } } },
    });
  });

  it("reads a path of one megabyte in linear time", () => {
    const path = "\\\\".repeat(500_000);
    expect(decode({ json: { a: 1 }, meta: { v: 1, values: { [path]: ["undefined"] } } })).toEqual({ a: 1 });
  });

  it("reduces an error to its name and message", () => {
    const error = Object.assign(new Error("no such tool"), { code: -32602 });
    expect(decode(sent({ error }))).toEqual({ error: { name: "Error", message: "no such tool" } });
  });

  it("keeps unknown types as JSON", () => {
    expect(decode(sent({ many: new Set([1, 2]), big: 5n }))).toEqual({ many: [1, 2], big: "5" });
  });

  it.each<object>([
    { values: { "__proto__.polluted": ["Date"] }, v: 1 },
    { values: { "constructor.prototype.polluted": ["undefined"] } },
    { values: { toString: ["undefined"] } },
    { values: [["undefined"], { b: ["undefined"] }] },
    { values: "URL" },
    { values: { a: [["class", "Date"]] } },
    { values: { missing: ["URL"], "a.b.c": ["undefined"] } },
  ])("is not harmed by hostile meta: %j", (meta) => {
    const json = JSON.parse('{"a":"x","__proto__":{"polluted":"2020-01-01"}}');
    expect(decode({ json, meta })).toHaveProperty("a", "x");
    expect({}).not.toHaveProperty("polluted");
    expect(Object.prototype.toString).toBeTypeOf("function");
  });
});
