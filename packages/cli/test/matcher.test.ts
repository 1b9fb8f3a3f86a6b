import { describe, expect, it } from "vitest";
import { compilesInGo, matchesAll } from "../src/doctor/docker-agent/matcher.js";

describe("a matcher", () => {
  it.each([
    "",
    "*",
    "shell|edit_file",
    "mcp__.*",
    "(a|b)+",
    "[[:alpha:]]+",
    "a\\.b\\_c",
    "\\12",
    "[(?=]",
    "\\(?=",
    "\\pL",
  ])("%j is one that Go compiles", (matcher) => expect(compilesInGo(matcher)).toBe("yes"));

  it.each(["sh[ell", "(shell", "shell)", "**", "+", "(?!shell).*", "(?<=a)b", "(a)\\1", "shell\\Z", "a\\"])(
    "%j is one that Go does not compile",
    (matcher) => expect(compilesInGo(matcher)).toBe("no"),
  );

  it.each(["(?i)shell", "(?P<name>shell)", "\\Qa[b\\E"])("%j is one that only Go can tell", (matcher) =>
    expect(compilesInGo(matcher)).toBe("unknown"),
  );

  it.each(["", "*", ".*", ".+", "^.*$", "(.*)"])("%j is every tool", (matcher) =>
    expect(matchesAll(matcher)).toBe(true),
  );

  it.each(["shell", ".*l", "a*", "^$", ".", "(?!x).*"])("%j is not every tool", (matcher) =>
    expect(matchesAll(matcher)).toBe(false),
  );
});
