import { describe, expect, it } from "vitest";
import { requestedCalls } from "../../src/wire/requested-calls.js";

describe("parsing a URL", () => {
  it.each([
    ["/processCallToolRequest?batch=1", { prefix: [], methods: ["processCallToolRequest"], batch: true }],
    ["/a,b,c?batch=1", { prefix: [], methods: ["a", "b", "c"], batch: true }],
    ["/hooks/one/a", { prefix: ["hooks", "one"], methods: ["a"], batch: false }],
    ["//evil.example/a", { prefix: ["evil.example"], methods: ["a"], batch: false }],
    ["/to%2Fken/a%2Cb?x=2&batch=1", { prefix: ["to/ken"], methods: ["a", "b"], batch: true }],
    ["/", { prefix: [], methods: [""], batch: false }],
  ])("reads %s", (target, expected) => {
    expect(requestedCalls(target)).toEqual(expected);
  });

  it("returns undefined for invalid percent-encoding", () => {
    expect(requestedCalls("/%E0%A4%A/a")).toBeUndefined();
  });
});
