import { describe, expect, test } from "vitest";
import { isMet, peersAhead, timesWorse } from "../src/report/verdict.js";

describe("a goal", () => {
  test("of a ratio is met at its limit", () => {
    expect(isMet("a.p50", { bare: 100, "agent-hook": 115 })).toBe(true);
    expect(isMet("a.p50", { bare: 100, "agent-hook": 115.1 })).toBe(false);
  });

  test("for a difference limits the excess over the floor", () => {
    expect(isMet("g.rest", { bare: 40, "agent-hook": 65 })).toBe(true);
    expect(isMet("g.rest", { bare: 40, "agent-hook": 65.1 })).toBe(false);
  });

  test("for calls per second is a minimum", () => {
    expect(isMet("h.unlogged.1000", { bare: 100_000, "agent-hook": 75_000 })).toBe(true);
    expect(isMet("h.unlogged.1000", { bare: 100_000, "agent-hook": 74_900 })).toBe(false);
  });

  test("for the figure itself needs no floor", () => {
    expect(isMet("g.slope", { "agent-hook": -0.5 })).toBe(true);
    expect(isMet("g.slope", { "agent-hook": 1.5 })).toBe(false);
  });

  test("is neither met nor missed if it does not exist or was not measured", () => {
    expect(isMet("i.1", { bare: 1, "agent-hook": 9 })).toBeUndefined();
    expect(isMet("a.p50", { bare: 1 })).toBeUndefined();
    expect(isMet("a.p50", { "agent-hook": 1 })).toBeUndefined();
  });
});

describe("the peers", () => {
  test("that are ahead are named, and a draw does not count", () => {
    expect(peersAhead("a.p50", { bare: 1, "agent-hook": 5, python: 4, civic: 6 })).toEqual(["Python plugin"]);
    expect(peersAhead("a.p50", { "agent-hook": 5, civic: 5 })).toEqual(["Civic's hook"]);
    expect(peersAhead("a.p50", { "agent-hook": 5, civic: 6 })).toEqual([]);
  });

  test("with more calls per second are ahead", () => {
    expect(peersAhead("h.1000", { "agent-hook": 5, civic: 6 })).toEqual(["Civic's hook"]);
    expect(peersAhead("h.1000", { "agent-hook": 6, civic: 5 })).toEqual([]);
  });

  test("are ignored in rows for one of several forms, and in rows without peers", () => {
    expect(peersAhead("e.plain", { "agent-hook": 5, mcp: 4 })).toBeUndefined();
    expect(peersAhead("a.p50", { bare: 4, "agent-hook": 5 })).toBeUndefined();
  });

  test("are worse than the floor by the ratio of the calls per second", () => {
    expect(timesWorse("h.1000", { bare: 10, civic: 2 }, "civic")).toBe(5);
    expect(timesWorse("f", { bare: 2, civic: 10 }, "civic")).toBe(5);
    expect(timesWorse("f", { civic: 10 }, "civic")).toBeUndefined();
  });
});
