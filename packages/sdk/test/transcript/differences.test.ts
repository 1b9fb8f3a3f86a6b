import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differences, entryOf, type TranscriptEntry } from "../../src/transcript/index.js";
import { NEEDLE, SECRET_KEYS, TEXTS } from "./secrets.js";

const sent = (message: unknown): TranscriptEntry => entryOf("hook", JSON.stringify(message), { raw: true });
const recorded = (message: unknown, ...redacted: string[]): TranscriptEntry => ({ ...sent(message), redacted });

describe("differences", () => {
  test("are none between equal messages, whatever the order of keys, the hook and the time", () => {
    const at = "2026-01-31T09:30:00.000Z";
    const one: TranscriptEntry = {
      from: "hook",
      hook: "a",
      at,
      message: { id: 1, result: { a: [1, { b: null }], c: 2 } },
    };
    expect(differences(one, sent({ result: { c: 2, a: [1, { b: null }] }, id: 1 }))).toEqual([]);
  });

  test("name each place with the expected and the actual value", () => {
    const one = sent({ id: 1, result: { action: "deny", list: [1, 2], "a/b": { "~": 1 }, gone: 1 } });
    const other = sent({ id: 1, result: { action: "allow", list: [1, 3, 4], "a/b": { "~": "1" }, more: null } });
    expect(differences(one, other)).toEqual([
      { pointer: "/result/action", expected: "deny", actual: "allow" },
      { pointer: "/result/list/1", expected: 2, actual: 3 },
      { pointer: "/result/list/2", expected: undefined, actual: 4 },
      { pointer: "/result/a~1b/~0", expected: 1, actual: "1" },
      { pointer: "/result/gone", expected: 1, actual: undefined },
      { pointer: "/result/more", expected: undefined, actual: null },
    ]);
  });

  test("distinguish a list from an object, and a missing value from null", () => {
    expect(differences(sent({ a: [] }), sent({ a: {} }))).toHaveLength(1);
    expect(differences(sent({ a: null }), sent({}))).toHaveLength(1);
    expect(differences(sent({ a: {} }), sent({ a: null }))).toHaveLength(1);
  });

  test("see keys called __proto__ and constructor", () => {
    const odd = (text: string) => entryOf("hook", text);
    expect(differences(odd('{"__proto__":{"x":1}}'), odd('{"__proto__":{"x":2}}'))).toHaveLength(1);
    expect(differences(odd('{"__proto__":{}}'), odd("{}"))).toHaveLength(1);
    expect(differences(odd("{}"), odd('{"constructor":1}'))).toHaveLength(1);
  });

  test("are none if a redacted value has any value, and one if it is missing", () => {
    const one = recorded({ a: "[redacted]" }, "/a");
    for (const a of ["x", "[redacted]", "", 12, null, { b: 1 }, []]) expect(differences(one, sent({ a }))).toEqual([]);
    expect(differences(one, sent({}))).toEqual([{ pointer: "/a", expected: "[redacted]", actual: undefined }]);
  });

  test("are found if the marker was in the original", () => {
    const one = recorded({ a: "[redacted]", b: "[redacted]" }, "/b");
    expect(differences(one, sent({ a: "x", b: "x" }))).toEqual([
      { pointer: "/a", expected: "[redacted]", actual: "x" },
    ]);
  });

  test("are none if a redacted part of a text has any text", () => {
    const one = recorded({ a: "x [redacted] y [redacted]" }, "/a");
    for (const a of ["x 1 y 2", "x  y ", "x y y y"]) expect(differences(one, sent({ a }))).toEqual([]);
    for (const a of ["x 1 y", "z 1 y 2", "x 1 z 2", 12, null]) expect(differences(one, sent({ a }))).toHaveLength(1);
    const ends = recorded({ a: "[redacted] aba [redacted] a" }, "/a");
    expect(differences(ends, sent({ a: "1 aba a" }))).toHaveLength(1);
    expect(differences(recorded({ a: "ab[redacted]ba" }, "/a"), sent({ a: "aba" }))).toHaveLength(1);
  });

  test("are none if JSON text differs only in redacted values and spaces", () => {
    const one = recorded({ a: '{"token":"[redacted]","list":[1,"Bearer [redacted]"]}' }, "/a");
    const given = (text: string) => differences(one, sent({ a: text }));
    expect(given('{ "list": [1, "Bearer abc"],  "token": {"x": 1} }')).toEqual([]);
    expect(given('{ "list": [2, "Bearer abc"],  "token": {"x": 1} }')).toHaveLength(1);
    expect(given('{ "list": [1, "Basic abc"],  "token": {"x": 1} }')).toHaveLength(1);
    expect(given("no JSON")).toHaveLength(1);
  });

  test("compare texts, bytes and ends, and distinguish them", () => {
    const entries: TranscriptEntry[] = [
      { from: "hook", text: "a" },
      { from: "hook", text: "b" },
      { from: "hook", message: {} },
      { from: "hook", base64: "/w==" },
      { from: "hook", base64: "/v8=" },
      { from: "hook", exit: 0 },
      { from: "hook", exit: 1 },
      { from: "hook", signal: "SIGKILL" },
    ];
    for (const one of entries) {
      for (const other of entries) expect(differences(one, other)).toHaveLength(one === other ? 0 : 1);
    }
    expect(differences(entries[5] ?? sent({}), entries[0] ?? sent({}))).toEqual([
      { pointer: "", expected: { exit: 0 }, actual: { text: "a" } },
    ]);
    const text: TranscriptEntry = { from: "hook", text: "token=[redacted] x", redacted: [""] };
    expect(differences(text, { from: "hook", text: "token=abc x" })).toEqual([]);
    const bytes = (latin1: string) => entryOf("hook", Buffer.from(latin1, "latin1"), { raw: latin1.includes("raw") });
    expect(differences(bytes(`\u00ffpassword=${NEEDLE}`), bytes("\u00ffpassword=raw"))).toEqual([]);
    expect(differences(bytes(`\u00ffpassword=${NEEDLE}`), bytes("\u00fepassword=raw"))).toHaveLength(1);
  });

  test("are none between an entry without secrets and the original", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(...Object.values(TEXTS).map(([one]) => one)));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...SECRET_KEYS)), tie("value"), { maxKeys: 4 }),
        tie("value").map((inner) => JSON.stringify(inner, undefined, 1)),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (object) => {
        const line = JSON.stringify(object);
        expect(differences(entryOf("hook", line), entryOf("hook", line, { raw: true }))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
