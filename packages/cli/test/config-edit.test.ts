import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { editJson } from "../src/config/edit-json.js";
import { parseHost } from "../src/host-config/index.js";
import { commentsOf, forms, objects, plainForms, written } from "./config-text.js";

type Json = Record<string, unknown>;

const { format } = parseHost("picoclaw");
const hook = {
  name: "guard",
  points: ["beforeTool", "approveTool"],
  tools: [{ name: "get_weather" }],
  onFailure: "block",
  deadlines: { interceptMs: 4500, approveMs: 55_000 },
} as const;
const built = format.build(hook, { name: "guard", command: ["/opt/node", "/srv/it's a $hook.js"] }).config;
const merged = (file: Json) => format.merge(file, built, "guard");
const removed = (file: Json) => format.remove(file, "guard");

const entries = { enabled: true, priority: 3, transport: "stdio", command: ["node", "x.js"], observe: ["*"] };
const defaults = { observer_timeout_ms: 500, interceptor_timeout_ms: 5000, approval_timeout_ms: 60_000 };

/** Possible contents of a file beforehand: no entry of agent-hook, PicoClaw's own settings, another hook. */
const files = fc
  .record({
    others: objects.filter((file) => !("hooks" in file || "tools" in file)),
    hooks: fc.constantFrom(
      undefined,
      { enabled: true, defaults },
      { enabled: true, defaults, processes: { log: entries } },
    ),
    tools: fc.constantFrom(undefined, { exec: { enabled: true } }, { mcp: { enabled: false, discovery: { ttl: 5 } } }),
    last: fc.boolean(),
  })
  .map(({ others, hooks, tools, last }): Json => {
    const ours = { ...(hooks ? { hooks } : {}), ...(tools ? { tools } : {}) };
    return last ? { ...others, ...ours } : { ...ours, ...others };
  });

describe("editing JSON", () => {
  it("turns any value into any other", () => {
    fc.assert(
      fc.property(objects, objects, forms, (before, newValue, form) => {
        const text = editJson(written(before, form), newValue);
        const errors: never[] = [];
        expect(parse(text, errors, { allowTrailingComma: true })).toEqual(newValue);
        expect(errors).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps every comment when a hook is added and removed", () => {
    fc.assert(
      fc.property(files, forms, (file, form) => {
        const before = written(file, form);
        const after = editJson(before, merged(file));
        expect(commentsOf(after)).toEqual(commentsOf(before));
        expect(commentsOf(editJson(after, file))).toEqual(commentsOf(before));
      }),
    );
  });

  it("returns to the same bytes after an edit and its reversal, whatever the formatting", () => {
    fc.assert(
      fc.property(files, forms, (file, form) => {
        const before = written(file, form);
        const withHook = merged(file);
        expect(removed(withHook)).toEqual(file);
        expect(editJson(editJson(before, withHook), removed(withHook))).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it("writes what JSON.stringify would write", () => {
    const tidy = plainForms.filter(({ colon, indent }) => (indent === undefined) === (colon === ":"));
    fc.assert(
      fc.property(files, tidy, (file, form) => {
        expect(editJson(written(file, form), merged(file))).toBe(written(merged(file), form));
      }),
    );
  });

  it("changes nothing if the values are equal", () => {
    fc.assert(
      fc.property(objects, forms, (file, form) => {
        const text = written(file, form);
        expect(editJson(text, { ...file })).toBe(text);
      }),
    );
  });
});

// jsonc-parser's `modify` would move the comment, remove it on the way back, or format these lines.
it("keeps lines with unusual formatting", () => {
  const before = '{ "a" :1, // one\n    "b":{"c":  2,"d": [ 3 ]} // two\n\n}\n';
  const file = { a: 1, b: { c: 2, d: [3] } };
  const after = editJson(before, { ...file, e: 4 });
  expect(commentsIn(after)).toEqual(["// one", "// two"]);
  expect(after.split("\n").slice(0, 2)).toEqual(['{ "a" :1, // one', '    "b":{"c":  2,"d": [ 3 ]}, // two']);
  expect(editJson(after, file)).toBe(before);
});

function commentsIn(text: string): string[] {
  return text.match(/\/\/ \w+/g) ?? [];
}

describe("a large file", () => {
  /** Returns about as many entries as an agent has events. */
  const hooks = (command: string) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Event${index}`, [{ hooks: [{ command }] }]]));

  // An edit that scans the text once per key or per entry would take minutes.
  it("can add a hook at every event and remove it", () => {
    const others = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`key${index}`, { list: [1, 2, "x".repeat(40)] }]),
    );
    const file = { ...others, hooks: { Other: [] } };
    const before = JSON.stringify(file, null, 2);
    const withHook = editJson(before, { ...file, hooks: { Other: [], ...hooks("x.js") } });
    const rewritten = editJson(withHook, { ...file, hooks: { Other: [], ...hooks("y.js") } });
    expect(rewritten).toBe(withHook.replaceAll("x.js", "y.js"));
    expect(editJson(rewritten, file)).toBe(before);
  });
});

describe("a property", () => {
  it.each([
    ["an empty file", "{}", { a: 1 }, '{\n  "a": 1\n}'],
    ["an empty object", '{\n  "b": {}\n}', { b: { a: 1 } }, '{\n  "b": {\n    "a": 1\n  }\n}'],
    ["an object with only a comment", "{ // soon\n}", { a: 1 }, '{ // soon\n  "a": 1\n}'],
    ["an object with only a block comment", "{ /* soon */ }", { a: 1 }, '{ /* soon */\n  "a": 1\n}'],
    ["a line that ends in a comment", '{"b": 1 // one\n}', { b: 1, a: 1 }, '{"b": 1, // one\n"a": 1\n}'],
    ["a trailing comma", '{\n  "b": 1, // one\n}', { b: 1, a: 1 }, '{\n  "b": 1, // one\n  "a": 1,\n}'],
    ["a closing bracket on its line", '{\n  "b": 1 }', { b: 1, a: 1 }, '{\n  "b": 1,\n  "a": 1 }'],
    ["a file whose keys look like spaced colons", '{": ":{"b":1}}', { ": ": { b: 1 }, a: 1 }, '{": ":{"b":1},"a":1}'],
    [
      "a file with another property",
      '{\n  "b": 1 // one\n}',
      { b: 1, a: 2, c: 3 },
      '{\n  "b": 1, // one\n  "a": 2,\n  "c": 3\n}',
    ],
    ["an empty file, with another property", "{}\n", { a: 1, c: [] }, '{\n  "a": 1,\n  "c": []\n}\n'],
    ["spaces inside", '{ "b": 1 }', { b: 1, a: [1, { c: 2 }] }, '{ "b": 1, "a": [1,{"c":2}] }'],
  ])("is added to %s", (_, before, newValue, after) => {
    expect(editJson(before, newValue)).toBe(after);
  });

  it.each([
    ["the only one", '{\n  "a": 1\n}', {}, "{}"],
    ["the only one, next to a comment", '{ // soon\n  "a": 1\n}', {}, "{ // soon\n}"],
    ["the first", '{\n  "a": 1,\n  "b": 2\n}', { b: 2 }, '{\n  "b": 2\n}'],
    ["one in the middle", '{"b":1,"a":2,"c":3}', { b: 1, c: 3 }, '{"b":1,"c":3}'],
    ["the last", '{"b":1, "a":2}', { b: 1 }, '{"b":1}'],
    ["each of several", '{"a":1,"b":2,"c":3, "d":4, /* x */ "e":5}', { c: 3 }, '{"c":3 /* x */}'],
    ["one with its trailing comma", '{"b":1, "a":2,}', { b: 1 }, '{"b":1,}'],
    ["one after a line comment", '{\n  "b": 1, // one\n  "a": 2 }', { b: 1 }, '{\n  "b": 1 // one\n   }'],
    ["one before a comment", '{\n  "a": 1 /* x */, // y\n  "b": 2\n}', { b: 2 }, '{ /* x */ // y\n  "b": 2\n}'],
  ])("is removed: %s", (_, before, newValue, after) => {
    expect(editJson(before, newValue)).toBe(after);
  });

  it("that occurs twice is rejected if it has to change, and kept otherwise", () => {
    const text = '{\n  "a": {"x": 1, "x": 2},\n  "b": {"y": 1,\n"y": 2}\n}';
    expect(() => editJson(text, { a: { x: 2 }, b: { y: 3 } })).toThrow('has "y" twice in one object: lines 3 and 4');
    expect(editJson(text, { a: { x: 2 } })).toBe('{\n  "a": {"x": 1, "x": 2}\n}');
  });
});
