import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { yaml } from "../src/config/yaml.js";
import { parseHost } from "../src/host-config/index.js";

type Json = Record<string, unknown>;

const { format } = parseHost("docker-agent");
const hook = {
  name: "guard",
  points: ["beforeTool", "approveTool", "afterTool", "beforeLlm"],
  tools: [],
  onFailure: "block",
  hosts: ["docker-agent"],
  deadlines: { interceptMs: 4500, approveMs: 55_000, oneCallMs: 4500 },
} as const;
const launch = { name: "guard", command: ["/opt/node", "/srv/it's a $hook.js"], launcher: "/srv/guard.sh" };
const built = format.build(hook, launch).config;
const merged = (file: Json) => format.merge(file, built, "guard");
const removed = (file: Json) => format.remove(file, "guard");

const other = { type: "command", command: "exec node 'x.js' # no comment", name: "log" };
const scalars = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "a: b",
    "# no",
    "- x",
    "*",
    "&a",
    "two\nlines\n",
    "trail \n\n",
    "'",
    "' ",
    "x\u00A0",
    `${"long ".repeat(9)}\n \n`,
    '"',
    "null",
    "1",
    "",
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const keys = fc.oneof(fc.constantFrom("model", "instruction", "a b", "x"), fc.string({ minLength: 1 }));
const plainKeys = keys.filter((key) => !["__proto__", "<<", "hooks"].includes(key));
const values: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(plainKeys, tie("value"), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const objects = fc.dictionary(plainKeys, values, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
}) as fc.Arbitrary<Json>;

const hooks = fc.constantFrom<Json>(
  { turn_start: [other] },
  { pre_tool_use: [{ matcher: "shell", hooks: [other] }], stop: [other] },
  { tool_response_transform: [{ hooks: [other, { ...other, name: "two" }] }] },
);
const agents = fc.dictionary(
  plainKeys,
  fc.tuple(objects, fc.option(hooks)).map(([agent, given]) => (given ? { ...agent, hooks: given } : agent)),
  { minKeys: 1, maxKeys: 3, noNullPrototype: true },
);

/** Possible contents of a file beforehand. */
const files: fc.Arbitrary<Json> = fc.oneof(
  fc.tuple(objects, agents).map(([others, named]) => ({ ...others, version: "11", agents: named })),
  fc.tuple(objects, fc.option(hooks)).map(([settings, given]) => ({
    settings: given ? { ...settings, hooks: given } : settings,
  })),
  hooks,
);

interface Form {
  readonly indent: number;
  readonly indentSeq: boolean;
  readonly flow: boolean;
  readonly eol: string;
  readonly end: string;
  readonly comments: boolean;
}

const forms: fc.Arbitrary<Form> = fc.record({
  indent: fc.constantFrom(2, 4, 3),
  indentSeq: fc.boolean(),
  flow: fc.boolean(),
  eol: fc.constantFrom("\n", "\r\n"),
  end: fc.constantFrom("", "\n", "\n\n# end\n"),
  comments: fc.boolean(),
});

/** Writes a value in this form. Comments only follow lines that cannot be part of a multi-line text. */
function written(value: unknown, { indent, indentSeq, flow, eol, end, comments }: Form): string {
  const text = stringify(value, {
    indent,
    indentSeq,
    lineWidth: 0,
    ...(flow ? { collectionStyle: "flow" as const } : {}),
    blockQuote: !comments,
  }).trimEnd();
  const lines = text.split("\n");
  const commented = comments && !flow ? lines.map((line, index) => `${line} # ${index}`) : lines;
  return `${comments ? `# mine${eol}` : ""}${commented.join(eol)}${end.replaceAll("\n", eol)}`;
}

/** Returns whether the form can represent the value without loss. */
function isLossless(value: unknown, form: Form): boolean {
  try {
    expect(yaml.parse("x", written(value, form))).toEqual(value);
    return true;
  } catch {
    return false;
  }
}

const commentsOf = (text: string) => text.match(/(^| )# (mine|end|\d+)$/gm) ?? [];

describe("editing YAML", () => {
  it("returns to the same bytes after adding and removing a hook, whatever the formatting", () => {
    fc.assert(
      fc.property(files, forms, (file, form) => {
        fc.pre(isLossless(file, form));
        const before = written(file, form);
        const after = yaml.edit(before, merged(file));
        expect(parse(after, { merge: true })).toEqual(merged(file));
        expect(commentsOf(after)).toEqual(commentsOf(before));
        expect(removed(merged(file))).toEqual(file);
        expect(yaml.edit(after, removed(merged(file)))).toBe(before);
      }),
    );
  });

  it("keeps every line of the file when it adds a hook", () => {
    fc.assert(
      fc.property(files, forms, (file, form) => {
        fc.pre(!form.flow && isLossless(file, form));
        const before = written(file, form).split(/\r?\n/);
        const after = yaml.edit(written(file, form), merged(file)).split(/\r?\n/);
        let from = 0;
        for (const line of before) {
          const found = after.indexOf(line, from);
          expect(found).toBeGreaterThanOrEqual(from);
          from = found + 1;
        }
      }),
    );
  });

  it("turns any value into any other that it can read back, or says why not", () => {
    fc.assert(
      fc.property(objects, objects, forms, (file, newValue, form) => {
        fc.pre(isLossless(file, form));
        let text: string;
        try {
          text = yaml.edit(written(file, form), newValue);
        } catch (error) {
          expect((error as Error).name).toBe("EditError");
          return;
        }
        expect(yaml.parse("x", text)).toEqual(newValue);
      }),
      { numRuns: 300 },
    );
  });

  it("changes nothing if the values are equal", () => {
    fc.assert(
      fc.property(files, forms, (file, form) => {
        fc.pre(isLossless(file, form));
        const text = written(file, form);
        expect(yaml.edit(text, { ...file })).toBe(text);
      }),
    );
  });
});

describe("a key of YAML", () => {
  // `Document.toString` would rewrite each of these lines.
  it("is added between lines with unusual formatting, which stay", () => {
    const before = "'a' :   1    # one\nb: {c:  2,d: [ 3 ]}\n\n\ne:\n   - \"f\"   # four\ng: h\n  i\n";
    const file = { a: 1, b: { c: 2, d: [3] }, e: ["f"], g: "h i" };
    const after = yaml.edit(before, { ...file, e: ["f", "j"], k: 4 });
    expect(after).toBe(before.replace("# four\n", "# four\n   - j\n").concat("k: 4\n"));
    expect(yaml.edit(after, file)).toBe(before);
  });

  it.each([
    ["an empty text", "", { a: 1 }, "a: 1\n"],
    ["only comments", "# soon\n", { a: 1 }, "# soon\na: 1\n"],
    ["an empty mapping", "{}\n", { a: 1 }, "a: 1\n"],
    ["a key without a value", "b: # mine\nc: 1\n", { b: { a: [1] }, c: 1 }, "b: # mine\n  a:\n    - 1\nc: 1\n"],
    ["an empty flow mapping", "b: {} # mine\n", { b: { a: 1 } }, "b: # mine\n  a: 1\n"],
    ["a flow mapping", "b: { c: 1 } # mine\n", { b: { c: 1, a: [2] } }, "b: { c: 1, a: [ 2 ] } # mine\n"],
    ["a list that is not indented", "b:\n- 1\n", { b: [1, 2] }, "b:\n- 1\n- 2\n"],
    ["a file without a last newline", "b: 1", { b: 1, a: 2 }, "b: 1\na: 2"],
    ["the text after a multi-line string", "b: |+\n  x\n\n", { b: "x\n\n", a: 1 }, "b: |+\n  x\n\na: 1\n"],
    ["a list in a list", "- x", {}, undefined],
    ["the start of a list on the line of another", "b:\n- - 2\n", { b: [[1, 2]] }, "b:\n- - 1\n  - 2\n"],
    [
      "the start of an indented list",
      "b:\n  - 2 # two\n",
      { b: [{ c: 1, d: 1 }, 2] },
      "b:\n  - c: 1\n    d: 1\n  - 2 # two\n",
    ],
    // Seed -1020442393, path 5943:0:0:0:0:1:8:7:7:7.
    ["a text with a quote and a space at its end", '" ": "a: b"', { model: [["' "]] }, `model:\n  - - "' "\n`],
    ["a text with a space and a quote, four columns in", "a:\n    b: 1\n", { a: { b: ' "' } }, "a:\n    b: ' \"'\n"],
  ])("is added to %s", (_, before, newValue, after) => {
    if (after === undefined) expect(() => yaml.parse("f", before)).toThrow("f: expected a mapping, got a list");
    else expect(yaml.edit(before, newValue)).toBe(after);
  });

  it.each([
    ["a space at its end", "it's "],
    ["a no-break space around it", "\u00A0x\u00A0"],
    ["a byte order mark before it", "\uFEFFx"],
    ["lines and double quotes", 'say "x"\ny'],
    ["lines of 40 characters and more, and one of a space", `${"x".repeat(40)}\n \ny`],
  ])("or a value with %s is written correctly", (_, text) => {
    const before = ["", "k: 1", "k:\n  - 1\n", "{k: 1}", "k: [1]\n", "k: {k: 1}\n", "k:\n    k: {k: 1}\n"];
    const newValue = [
      { k: text },
      { [text]: 1 },
      { k: [1, text] },
      { k: 1, [text]: [[text]] },
      { k: { k: { k: text } } },
    ];
    for (const value of newValue) {
      for (const file of before) expect(yaml.parse("x", yaml.edit(file, value))).toEqual(value);
      expect(yaml.parse("x", yaml.print(value))).toEqual(value);
    }
  });

  it("is written once if an anchor repeats it in several places", () => {
    const text = "a: &all\n  x: 1\nb: *all\n";
    expect(yaml.edit(text, { a: { x: 1, y: 2 }, b: { x: 1, y: 2 } })).toBe("a: &all\n  x: 1\n  y: 2\nb: *all\n");
  });

  it.each([
    [
      "is put next to a merged mapping",
      "a: &all\n  x: 1\nb:\n  <<: *all\n",
      { a: { x: 1 }, b: { x: 1, y: 2 } },
      "a: &all\n  x: 1\nb:\n  <<: *all\n  y: 2\n",
    ],
    [
      "overrides a key of a merged mapping",
      "a: &all\n  x: 1\nb: {<<: *all}\n",
      { a: { x: 1 }, b: { x: 2 } },
      "a: &all\n  x: 1\nb: {<<: *all, x: 2}\n",
    ],
    [
      "is removed if a merged mapping has the same value",
      "a: &all\n  x: [1]\nb:\n  <<: [*all]\n  x: [1, 2]\n",
      { a: { x: [1] }, b: { x: [1] } },
      "a: &all\n  x: [1]\nb:\n  <<: [*all]\n",
    ],
  ])("%s", (_, before, newValue, after) => {
    expect(yaml.edit(before, newValue)).toBe(after);
  });

  it.each([
    ["only a merged mapping", "a: &all\n  x: 1\nb:\n  <<: *all\n", { a: { x: 1 }, b: { y: 1 } }, "(<<)"],
    [
      "an alias",
      "a: &all\n  x: 1\nb: *all\n",
      { a: { x: 1 }, b: { x: 2 } },
      "has the alias *all where the change goes",
    ],
    ["a merged mapping", "a: &all\n  x: 1\nb:\n  <<: *all\n  y: 1\n", { a: { x: 1 }, b: { y: 1 } }, "(<<)"],
  ])("that comes from %s is rejected if it has to change", (_, text, newValue, message) => {
    expect(() => yaml.edit(text, newValue)).toThrow(message);
  });

  it.each([
    ["a repeated key", "a: 1\na: 2\n", "line 2, column 1: Map keys must be unique"],
    ["two documents", "a: 1\n---\nb: 1\n", "line 2, column 1: a second document"],
    ["text that is not YAML", "a: [1\n", "line 2, column 1"],
    ["a tab", "a:\n\tb: 1\n", "line 2, column 1"],
  ])("is not read from a file with %s", (_, text, fault) => {
    expect(() => yaml.parse("f.yaml", text)).toThrow(`f.yaml does not parse (${fault}`);
  });
});
