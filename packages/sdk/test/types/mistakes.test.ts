import { describe, expect, it } from "vitest";
import { compose, defineHook } from "../../src/index.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";
import { compiler, STRICT } from "./compile.js";
import { COMPILED, STARTED } from "./mistakes.js";

const LONGEST = 4;

it("are thirty, and the compiler finds at least 28", () => {
  expect(COMPILED.length).toBeGreaterThanOrEqual(28);
  expect(new Set([...COMPILED, ...STARTED].map(([title]) => title)).size).toBe(30);
});

describe("a mistake that the compiler reports in at most four lines", () => {
  const errorsOf = compiler(STRICT);
  const compiled = COMPILED.map(([title, code, message]) => ({ title, errors: errorsOf(code), message }));

  it.each(compiled)("$title", ({ errors, message }) => {
    const text = errors();
    expect(text).toContain(message);
    expect(text).not.toMatch(/\(\d+ more\)/);
    expect(text.split("\n").filter((line) => !/^TS\d+, line/.test(line)).length).toBeLessThanOrEqual(LONGEST);
  });
});

describe("a mistake that prevents the start, reported in at most four lines", () => {
  it.each(STARTED)("%s", (_title, hook, message) => {
    const text = problemsOf(hook);
    expect(text).toContain(message);
    expect(text.split("\n").length).toBeLessThanOrEqual(LONGEST);
  });
});

describe("a value that is not from defineHook does not start, for authors without types", () => {
  const tool = { name: "t", description: "d", input: {}, run: () => "" };
  const hook = defineHook({ name: "h" });

  it.each([
    ["an object", { name: "h", beforeTool: () => {} }, "got an object: wrap it, as in defineHook({ ... })"],
    ["a function", () => hook, "got a function: pass the hook that it returns"],
    ["a promise", Promise.resolve(hook), "got a promise: await it first"],
    ["a tool", tool, "got a tool: put it into the tools of a hook"],
    ["nothing", undefined, "expected a hook from defineHook, got undefined"],
    ["a list", [hook], "expected a hook from defineHook, got an array"],
    ["a name after the hooks", compose(hook, { name: "all" } as never), "in compose, it must be the first argument"],
    ["nothing in compose", compose(hook, undefined as never), "expected a hook from defineHook, got undefined"],
    ["a tool in compose", compose(hook, tool as never), "got a tool: put it into the tools of a hook"],
  ])("%s", (_title, value, message) => {
    const text = problemsOf(value);
    expect(text).toContain(message);
    expect(text.split("\n").length).toBeLessThanOrEqual(LONGEST);
  });

  it.each([
    ["a hook", hook],
    ["a hook with other fields", { ...hook, name: "other" }],
    ["a composition", compose({ name: "all" }, hook)],
    ["a composition of compositions", compose(compose(hook), hook)],
    ["a hook from another copy of the SDK", JSON.parse('{ "name": "h", "~defineHook": true }')],
  ])("%s starts", (_title, value) => {
    expect(problemsOf(value)).toBe("");
  });
});

function problemsOf(hook: unknown): string {
  try {
    checkDefinition(hook, {});
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
