import { matchesAll } from "@agent-hook/sdk/internal/installs";
import { describe, expect, it } from "vitest";

describe("a matcher", () => {
  it.each(["", "*", ".*", ".+", "^.*$", "(.*)"])("%j matches every tool", (matcher) =>
    expect(matchesAll(matcher)).toBe(true),
  );

  it.each(["shell", ".*l", "a*", "^$", ".", "(?!x).*"])("%j does not match every tool", (matcher) =>
    expect(matchesAll(matcher)).toBe(false),
  );
});
