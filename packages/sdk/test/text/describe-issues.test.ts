import { expect, it } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { describeIssues } from "../../src/text/index.js";

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

it.each([
  [z.string().regex(/^[A-Z]{3}$/, "Invalid airport code: use three capitals"), "x"],
  [z.string().check(mini.regex(/^[A-Z]{3}$/, "must be three capitals")), "x"],
  [z.email("Invalid address: use the one at work"), "x"],
  [z.string().max(3, "Too long for an airport"), "xxxx"],
  [z.number("Invalid price"), "x"],
  [z.enum(["a"], "Unrecognized letter"), "x"],
  [z.string().refine(() => false, "Invalid"), "x"],
])("an author's own message is used as it is, even if it starts like one of zod: %#", (schema, value) => {
  const { error } = schema.safeParse(value);
  const [own] = error?.issues ?? [];
  expect(describeIssues(error?.issues ?? [], value)).toBe(own?.message);
  expect(own?.message).not.toMatch(/expected/);
});

it.each([
  [z.string(), 12, "expected string, got number"],
  [mini.string(), 12, "expected string, got number"],
  [z.enum(["a", "b"]), "x", 'expected "a" or "b", got another string'],
  [z.literal("a"), "x", 'expected "a", got another string'],
  [z.strictObject({}), { x: 1 }, 'unknown key "x"'],
  [z.string().max(1), "xx", "expected at most 1 characters"],
  [z.array(z.string()).min(1), [], "expected at least 1 items"],
  [z.iso.date(), "x", "expected the format date"],
  [z.ipv4(), "x", "expected the format ipv4"],
  [z.union([z.string(), z.number()]), true, "expected string or number"],
])("a message of zod itself is replaced by one without the value: %#", (schema, value, words) => {
  const { error } = schema.safeParse(value);
  expect(describeIssues(error?.issues ?? [], value)).toBe(words);
});

it.each([
  z.email(),
  z.url(),
  z.emoji(),
  z.uuid(),
  z.uuidv4(),
  z.nanoid(),
  z.guid(),
  z.cuid2(),
  z.ulid(),
  z.xid(),
  z.ksuid(),
  z.iso.datetime(),
  z.iso.time(),
  z.iso.duration(),
  z.ipv6(),
  z.cidrv4(),
  z.base64(),
  z.base64url(),
  z.e164(),
  z.jwt(),
])("every format of zod is named: %#", (schema) => {
  const { error } = schema.safeParse("?");
  expect(describeIssues(error?.issues ?? [], "?")).toMatch(/^expected the format \w+$/);
});
