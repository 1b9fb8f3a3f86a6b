import { describe, expect, test } from "vitest";
import { MEASURES } from "../src/measures/index.js";
import { ROW_IDS } from "../src/report/rows.js";
import { isMet, peersAhead, timesWorse } from "../src/report/verdict.js";

describe("a goal", () => {
  test("of a ratio is met at its limit", () => {
    expect(isMet("a.p50", { bare: 100, "agent-hook": 115 })).toBe(true);
    expect(isMet("a.p50", { bare: 100, "agent-hook": 115.1 })).toBe(false);
  });

  test("of a difference counts what ours has more", () => {
    expect(isMet("g.rest", { bare: 40, "agent-hook": 65 })).toBe(true);
    expect(isMet("g.rest", { bare: 40, "agent-hook": 65.1 })).toBe(false);
  });

  test("of calls a second is a least", () => {
    expect(isMet("h.1000", { bare: 100_000, "agent-hook": 75_000 })).toBe(true);
    expect(isMet("h.1000", { bare: 100_000, "agent-hook": 74_900 })).toBe(false);
  });

  test("of a figure of its own needs no floor", () => {
    expect(isMet("g.slope", { "agent-hook": -0.5 })).toBe(true);
    expect(isMet("g.slope", { "agent-hook": 1.5 })).toBe(false);
  });

  test("is neither met nor missed where there is none, or nothing was measured", () => {
    expect(isMet("i.1", { bare: 1, "agent-hook": 9 })).toBeUndefined();
    expect(isMet("a.p50", { bare: 1 })).toBeUndefined();
    expect(isMet("a.p50", { "agent-hook": 1 })).toBeUndefined();
  });
});

describe("the peers", () => {
  test("ahead of ours are named, and a draw is no lead", () => {
    expect(peersAhead("a.p50", { bare: 1, "agent-hook": 5, python: 4, civic: 6 })).toEqual(["Python plugin"]);
    expect(peersAhead("a.p50", { "agent-hook": 5, civic: 5 })).toEqual(["Civic's hook"]);
    expect(peersAhead("a.p50", { "agent-hook": 5, civic: 6 })).toEqual([]);
  });

  test("answer more calls a second when they are ahead", () => {
    expect(peersAhead("h.1000", { "agent-hook": 5, civic: 6 })).toEqual(["Civic's hook"]);
    expect(peersAhead("h.1000", { "agent-hook": 6, civic: 5 })).toEqual([]);
  });

  test("are not asked about in one form of several, nor where there is none of them", () => {
    expect(peersAhead("e.plain", { "agent-hook": 5, mcp: 4 })).toBeUndefined();
    expect(peersAhead("a.p50", { bare: 4, "agent-hook": 5 })).toBeUndefined();
  });

  test("are as many times worse than the floor as calls a second are fewer", () => {
    expect(timesWorse("h.1000", { bare: 10, civic: 2 }, "civic")).toBe(5);
    expect(timesWorse("f", { bare: 2, civic: 10 }, "civic")).toBe(5);
    expect(timesWorse("f", { civic: 10 }, "civic")).toBeUndefined();
  });
});

test("every row belongs to a measure, and every measure has a row", () => {
  const names = MEASURES.map(({ name }) => name);
  expect([...new Set(ROW_IDS.map((id) => id.split(".")[0]))].sort()).toEqual([...names].sort());
});
