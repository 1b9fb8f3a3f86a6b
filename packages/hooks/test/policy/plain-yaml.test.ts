import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument, stringify } from "yaml";
import { expectLinearTime } from "../../../sdk/test/unit/linear-time.js";
import { parsePlainYaml } from "../../src/policy/plain-yaml.js";

const PARTS = [
  ..."\n \n  \n    |\n\n| |  |- |-|: |:|{|}|[|]|, |,| #|# x|\"|'|\"a\"|'b'|'|\\|*|&|!|?|%|---|~|~/|./|.|$|@|=|+|\t|\r\n|é".split(
    "|",
  ),
  ..."a|b|c|key|a: b|a:|null|true|True|yes|0|1|12|01|1.5|.5|1e3|0x1|-1|npm publish|git *|a b|<<|__proto__".split("|"),
];

const PLAIN = ["x", "npm publish", "git push *", "./own.mjs", "deny", "12"];
const WORDS = fc.constantFrom(...PLAIN, ...PLAIN, "true", "12", "1.5", "null", "a: b", "a #b", "- a", "");

const { value: VALUE } = fc.letrec((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, WORDS, fc.constantFrom(true, 1, null), tie("value"), fc.array(tie("node"))),
  value: fc.dictionary(fc.constantFrom("a", "loses-work", "$schema", "true", "b"), tie("node"), { maxKeys: 3 }),
}));

/** A policy's values, as a YAML library prints them in lines, or on one line. */
const PRINTED = fc.tuple(VALUE, fc.constantFrom(0, 2, 4)).map(([value, indent]) => {
  if (indent > 0) return stringify(value, { indent });
  return `a: ${stringify(value, { collectionStyle: "flow", lineWidth: 0 })}`;
});

const ALIKE = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join("")),
  PRINTED,
  // With a part that does not belong there.
  fc.tuple(PRINTED, fc.nat(), fc.constantFrom(...PARTS)).map(([text, at, part]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + part + text.slice(index);
  }),
);

test("what it parses, a YAML parser parses to the same value", () => {
  let compared = 0;
  fc.assert(
    fc.property(ALIKE, (text) => {
      const value = parsePlainYaml(text);
      if (value === undefined) return;
      compared++;
      const document = parseDocument(text);
      expect(document.errors).toEqual([]);
      expect(document.warnings).toEqual([]);
      expect(document.toJS()).toEqual(value);
    }),
    { numRuns: 4000 },
  );
  expect(compared).toBeGreaterThan(200);
});

test.each([
  [
    "the page's policy",
    /```yaml\n(.*?)```/s.exec(readFileSync(new URL("../../../../docs/policy-file.md", import.meta.url), "utf8"))?.[1],
  ],
  [
    "a new policy",
    "# yaml-language-server: $schema=./policy.schema.json\nversion: 1\nmode: enforce\nhooks:\n  guard-shell: {}\n",
  ],
])("it parses %s, which must start fast", (_, text = "") => {
  expect(parsePlainYaml(text)).toEqual(parseDocument(text).toJS());
  expect(parsePlainYaml(text)).toBeDefined();
});

test.each(["a: [", "- - ", " ", "#", "a: b\n", '"', "a b ", "{a: "])("a megabyte of %j takes linear time", (part) => {
  expectLinearTime(parsePlainYaml, part);
});
