import { expect, it } from "vitest";
import { z } from "zod";
import { describeIssues } from "../src/text.js";

it.each([
  [z.string().regex(/^[A-Z]{2}$/), "expected a string that matches /^[A-Z]{2}$/"],
  [z.string().startsWith("no-"), 'expected a string that starts with "no-"'],
  [z.string().endsWith(".md"), 'expected a string that ends with ".md"'],
  [z.string().includes("@"), 'expected a string that includes "@"'],
  [z.email(), "expected the format email"],
  [z.string().regex(/x/, "expected an x"), "expected an x"],
])("a string in the wrong format is described by the schema, not by its value: %#", (schema, words) => {
  const value = { code: "SECRET" };
  const { error } = z.object({ code: schema }).safeParse(value);
  expect(describeIssues(error?.issues ?? [], value)).toBe(`code: ${words}`);
});
