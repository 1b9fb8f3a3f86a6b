import { expect, it } from "vitest";
import { Scanner } from "../../src/redaction/scanner.js";

const ANCHORS = ["tok", "token", "--", "ghp_", "a=", "=="].map((text, value) => ({ text, value }));
const scanner = () => new Scanner([...ANCHORS, { text: "key", isAnyCase: true, value: 6 }]);

it.each([
  ["texts that overlap or touch", "tokentok ghp_ghp_ ---- a==="],
  ["letters of any case only where they are asked for", "KEY Key TOKEN"],
  ["letters that only look like ASCII, or have another length in lower case", "\u212Aey \u0130key ſtok"],
  ["nothing", ""],
])("a little text is searched without the table of a large one, and finds the same: %s", (_, text) => {
  const found = (searching: Scanner<number>) => {
    const hits: string[] = [];
    searching.scan(text, (at, value) => hits.push(`${at} ${value}`));
    return hits.sort();
  };
  const large = scanner();
  large.scan(" ".repeat(5000), () => {});
  expect(found(scanner())).toEqual(found(large));
});
