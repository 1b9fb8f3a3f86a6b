import { describe, expect, test } from "vitest";
import { regressions } from "../src/report/compare.js";
import { ROWS } from "../src/report/rows.js";

const TOLERANCE = ROWS["a.p50"].tolerance;

/** Returns a row in which our time is a multiple of the floor. */
const ours = (times: number, floor = 100) => ({ bare: floor, "agent-hook": floor * times });

describe("--check", () => {
  test("accepts a ratio up to its tolerance", () => {
    expect(regressions({ "a.p50": ours(1.2) }, { "a.p50": ours(1.2 * (1 + TOLERANCE) - 0.001) })).toEqual([]);
    expect(regressions({ "a.p50": ours(1.2) }, { "a.p50": ours(1.2 * (1 + TOLERANCE) + 0.001) })).toEqual([
      expect.stringMatching(/^a\.p50 .*1\.32 times the floor's cost, was 1\.20/),
    ]);
  });

  test("compares no absolute times: a machine of half the speed is not a regression", () => {
    expect(regressions({ "a.p50": ours(1.2, 100) }, { "a.p50": ours(1.2, 200) })).toEqual([]);
  });

  test("accepts improvements", () => {
    expect(regressions({ f: ours(2) }, { f: ours(1) })).toEqual([]);
    expect(regressions({ "h.1000": ours(0.5) }, { "h.1000": ours(0.9) })).toEqual([]);
  });

  test("treats fewer calls per second as worse", () => {
    expect(regressions({ "h.1000": ours(0.9) }, { "h.1000": ours(0.5) })).toHaveLength(1);
  });

  test("requires a row without a ratio to keep meeting its goal", () => {
    const rise = (mb: number) => ({ "g.slope": { "agent-hook": mb } });
    expect(regressions(rise(-0.2), rise(0.9))).toEqual([]);
    expect(regressions(rise(-0.2), rise(1.1))).toHaveLength(1);
    expect(regressions(rise(2), rise(3))).toEqual([]);
  });

  test("compares with the contender that the row names, not with the floor", () => {
    const proxy = (own: number, civic: number) => ({ "proxy.one": { bare: own, "agent-hook": own, civic } });
    expect(regressions(proxy(5, 6), proxy(10, 6))).toHaveLength(1);
    expect(regressions(proxy(5, 6), proxy(10, 12))).toEqual([]);
  });

  test("does not compare a time that has a goal: a slow machine is not a regression", () => {
    const seconds = (both: number) => ({ "project.both": { "agent-hook": both } });
    expect(regressions(seconds(7), seconds(30))).toEqual([]);
    const traced = (floor: number) => ({ "trace.p50": ours(1.2, floor) });
    expect(regressions(traced(100), traced(1000))).toEqual([]);
    expect(regressions(traced(100), { "trace.p50": ours(1.6) })).toHaveLength(1);
  });

  test("skips rows that were not measured", () => {
    expect(regressions({ "a.p50": ours(1) }, {})).toEqual([]);
    expect(regressions({ "a.p50": ours(1) }, { "a.p50": { bare: 100 } })).toEqual([]);
  });

  test.each([
    ["nothing", {}],
    ["a row without ours", { "b.p50": { bare: 100 } }],
    ["a floor of 0", { "b.p50": ours(1.1, 0) }],
    ["no figure", { "b.p50": { bare: null as unknown as number, "agent-hook": 1 } }],
  ])("reports a row that cannot be compared because %s is committed", (_what, committed) => {
    expect(regressions(committed, { "b.p50": ours(9) })).toEqual([expect.stringMatching(/no committed ratio/)]);
  });
});
