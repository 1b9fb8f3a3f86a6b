import { describe, expect, it } from "vitest";
import { isMatcher, matchesTool } from "../../src/internal/command-hosts.js";

const GO = { syntax: "go", isWhole: true } as const;

describe("a matcher", () => {
  it.each([
    ...["", "*", "shell|edit_file", "mcp__.*", "(a|b)+", "[[:alpha:]]+", "a\\.b\\_c", "\\12", "[(?=]", "\\(?=", "\\pL"],
    ...["(?i)shell", "(?P<name>shell)", "(?<name>shell)", "\\Qa[b\\E"],
  ])("%j compiles in Go", (matcher) => expect(isMatcher(matcher)).toBe(true));

  it.each([
    "sh[ell",
    "(shell",
    "shell)",
    "**",
    "+",
    "(?!shell).*",
    "(?<=a)b",
    "(a)\\1",
    "shell\\Z",
    "a\\",
    "[]",
    "a**",
  ])("%j does not compile in Go, so no tool matches it", (matcher) => {
    expect(isMatcher(matcher)).toBe(false);
    for (const tool of ["shell", "a", "aa", "b", ""]) expect(matchesTool(matcher, tool, GO)).toBe(false);
  });

  it("matches like Go where JavaScript differs", () => {
    expect(matchesTool("(?i)SHELL", "shell", GO)).toBe(true);
    expect(matchesTool("[[:alpha:]]+", "shell", GO)).toBe(true);
    expect(matchesTool(".", "😀", GO)).toBe(true);
    expect(matchesTool("shell(?=)", "shell", GO)).toBe(false);
    expect(matchesTool("s(h|e)ell", "shell_x", GO)).toBe(false);
  });
});
