import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approve, defineHook, deny } from "../../src/index.js";
import { keyOf } from "../../src/runtime/call-memory.js";
import { dispatcherOf, toolCall } from "./dispatcher-of.js";

const key = (args: unknown) => keyOf(toolCall("t", args as Record<string, unknown>));
const read = (text: string): unknown => JSON.parse(text);

/** Names that collide on purpose, and names with a meaning in JavaScript. */
const name = fc.oneof(
  fc.constantFrom("a", "b", "fields", "0", "", "__proto__", "toJSON", "\ud800", "\udfff", "\u2028"),
  fc.string({ unit: "binary" }),
);
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom("null", "true", "0", "-0", "1", "1e999", "-1e999", '"0"', '"null"', '"a"', "[]", "{}"),
    name.map((text) => JSON.stringify(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 3 })
      .map((fields) => `{${fields.map(([one, text]) => `${JSON.stringify(one)}:${text}`).join()}}`),
  ),
})) as { value: fc.Arbitrary<string> };

function inOtherOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOtherOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([one, inner]) => [one, inOtherOrder(inner)]),
  );
}

/** Values that look equal if braces are read as lists or texts as numbers. */
function lookalikes(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [String(value), [value], { fields: value }];
  const entries = Object.entries(value);
  return [entries, { fields: entries }, Object.values(value), entries.flat(), JSON.stringify(value)];
}

describe("the key of a call", () => {
  it("is equal for equal JSON, in any order of keys, and differs otherwise", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const [left, right] = [read(one), read(other)];
        expect(key(inOtherOrder(left))).toBe(key(left));
        for (const another of [right, ...lookalikes(left)]) {
          expect(key(left) === key(another)).toBe(isDeepStrictEqual(left, another));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("distinguishes a missing field from null", () => {
    expect(key({ a: undefined })).toBe(key({}));
    expect(key({ a: undefined })).not.toBe(key({ a: null }));
  });
});

it("a denial that the host did not wait for is kept after a call that only looks the same", async () => {
  const { dispatcher } = await dispatcherOf(
    defineHook({
      name: "guard",
      onFailure: "block",
      beforeTool: ({ arguments: args }) => (Array.isArray(args.paths) ? undefined : deny("no")),
      approveTool: approve,
    }),
  );
  const refused = toolCall("t", { paths: { a: 1 } });
  await dispatcher.ask("beforeTool", refused);
  await dispatcher.ask("beforeTool", toolCall("t", { paths: [["a", 1]] }));
  expect(await dispatcher.ask("approveTool", refused)).toMatchObject({ action: "deny" });
});
