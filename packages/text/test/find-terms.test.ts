import { expect, it } from "vitest";
import { findTerms } from "../src/find-terms.js";

it("names the line, the words and what to use", () => {
  expect(findTerms("docs/a.md", "One.\nThe Ruling is final.\n")).toEqual(['docs/a.md:2 found "Ruling", use: decision']);
});

it("skips code, quoted words and the targets of links in a page", () => {
  const page = ['`lane` and "lane", [lanes](lane.md) <!-- lane -->', "```ts", "const lane = 1;", "```", "A lane."];
  expect(findTerms("docs/a.md", page.join("\n"))).toEqual([
    'docs/a.md:1 found "lanes", use: variant',
    'docs/a.md:5 found "lane", use: variant',
  ]);
});

it("reads only the comments of a source file", () => {
  const code = ['const lane = "a lane";', "/**", " * Its lane.", " */", "call(lane); // another lane", "// a lane"];
  const lines = findTerms("packages/sdk/src/a.ts", code.join("\n")).map((finding) => finding.split(" ")[0]);
  expect(lines).toEqual([3, 5, 6].map((line) => `packages/sdk/src/a.ts:${line}`));
});

it("reads the texts of --help", () => {
  expect(findTerms("packages/cli/src/a/command.ts", '.option("--x", "an objection")')).toHaveLength(1);
});

it("allows a word in the folders that are listed with it", () => {
  expect(findTerms("docs/testing.md", "A verdict")).toEqual([]);
  expect(findTerms("docs/config.md", "A verdict")).toHaveLength(1);
});

it.each([
  ["there is no account", 0],
  ["it is no longer used", 0],
  ["this is no JSON", 1],
  ["it is left alone", 0],
  ["reads ids alone", 1],
  ["a hook of ours", 1],
  ["besides", 0],
])("%s: %i", (text, findings) => expect(findTerms("docs/a.md", text)).toHaveLength(findings));
