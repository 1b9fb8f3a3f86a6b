import { INSTALLS } from "@agent-hook/sdk/internal/installs";
import { describe, expect, it } from "vitest";
import { toml } from "../src/config/toml.js";

const language = toml(INSTALLS.kimi.toml as NonNullable<(typeof INSTALLS)["kimi"]["toml"]>);
const parse = (text: string) => language.parse("config.toml", text);

const LAUNCHED =
  "/bin/sh '/sdk/launcher/guard.sh' block kimi PreToolUse 6 '/node' '/hook.js' || printf '%s' '{\"a\":1}'";
const ours = { "#": "guard", command: LAUNCHED, timeout: 10 };
const hooks = { PreToolUse: [ours], Stop: [{ ...ours, command: LAUNCHED.replace("PreToolUse", "Stop") }] };

const MINE = `# my settings
default_model = "m"   # mine
since = 1979-05-27
[[hooks]]  # first
event = "Stop"
command = 'make test' # slow

# above the provider
[providers.x]
base_url = "http://x" # a comment
# the end
`;

const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["with comments and an entry of the user", MINE],
  ["with CRLF line breaks", MINE.replaceAll("\n", "\r\n")],
  ["without hooks", "a = 1\n"],
  ["with only comments", "# nothing\n"],
  ["that is empty", ""],
];

describe.each(TEXTS)("a TOML file %s", (_, text) => {
  const before = parse(text);
  const lists = (before.hooks ?? {}) as Record<string, unknown[]>;
  const both = { ...before, hooks: { ...lists, PreToolUse: [ours], Stop: [...(lists.Stop ?? []), ...hooks.Stop] } };

  it("gets entries after its text, and is the same byte for byte without them", () => {
    const added = language.edit(text, both);
    expect(added.startsWith(text)).toBe(true);
    expect(added).toContain('# guard"');
    expect(parse(added)).toEqual(both);
    expect(added.replaceAll("\r\n", "").includes("\r")).toBe(false);
    expect(language.edit(added, before)).toBe(text);
  });

  it("keeps the place of an entry that changes, and what follows it", () => {
    const added = `${language.edit(text, both)}\n# below\n[last]\nx = 1\n`;
    const changed = { ...parse(added), hooks: { ...both.hooks, PreToolUse: [{ ...ours, timeout: 20 }] } };
    const edited = language.edit(added, changed);
    expect(edited).toBe(added.replace(/(?<=event = "PreToolUse"[^[]*timeout = )10/, "20"));
    expect(language.edit(edited, { ...before, last: { x: 1 } })).toBe(`${text}\n# below\n[last]\nx = 1\n`);
  });
});

it("one of two equal entries is removed", () => {
  const twice = language.edit("", { hooks: { Stop: [...hooks.Stop, ...hooks.Stop] } });
  expect(parse(language.edit(twice, { hooks: { Stop: hooks.Stop } }))).toEqual({ hooks: { Stop: hooks.Stop } });
});

it("an empty array makes room for tables", () => {
  const edited = language.edit("a = 1\nhooks = [] # none\n\n[t]\nb = 2\n", { a: 1, t: { b: 2 }, hooks });
  expect(edited.startsWith("a = 1\n\n[t]\nb = 2\n\n[[hooks]]\n")).toBe(true);
  expect(parse(edited)).toEqual({ a: 1, t: { b: 2 }, hooks });
});

it.each(['"hooks" = []\n', "'hooks' = [ ] # none\n"])("so does one whose key has quotes: %j", (text) => {
  expect(parse(language.edit(text, { hooks }))).toEqual({ hooks });
});

it.each(["hooks_are_on = true\n", 'hooks_folder.x = "y"\n'])("another key that begins like it is kept: %j", (text) => {
  const before = parse(text);
  const added = language.edit(text, { ...before, hooks });
  expect(added.startsWith(text)).toBe(true);
  expect(language.edit(added, before)).toBe(text);
});

it.each(["hooks = 5\n", "[hooks]\nx = 1\n", '[[hooks.Stop]]\ncommand = "x"\n', "hooks.Stop = []\n"])(
  "hooks in another form are rejected: %j",
  (text) => {
    expect(() => parse(text)).toThrow(
      "config.toml: hooks: expected tables that begin with [[hooks]], got another form: correct it first",
    );
  },
);

it("entries between brackets are not edited, and the error says what to do", () => {
  const inline = 'a = 1\nhooks = [{ event = "Stop", command = "true" }]\n';
  expect(() => language.edit(inline, { a: 1, hooks })).toThrow(
    "has hooks between brackets on line 2: write each entry below a line [[hooks]] first",
  );
});

it("a text that does not parse is rejected with the place", () => {
  expect(() => parse("a = \n")).toThrow(/^config.toml does not parse \(line 1, column \d+: /);
});

it("what is printed is TOML, and the JSON of the same value has the host's own form", () => {
  const text = language.print({ hooks: { PreToolUse: [ours] } });
  expect(text).toMatch(/^\[\[hooks\]\]\nevent = "PreToolUse"\ncommand = ".* # guard"\ntimeout = 10$/);
  expect(language.printable?.({ hooks: { PreToolUse: [ours] } })).toEqual({
    hooks: [{ event: "PreToolUse", command: `${LAUNCHED} # guard`, timeout: 10 }],
  });
});
