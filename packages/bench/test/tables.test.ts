import { describe, expect, test } from "vitest";
import { conditions } from "../src/report/results.js";
import { floorTable, peersTable, restTable } from "../src/report/tables.js";
import { figure } from "../src/report/words.js";
import { resultsOf } from "./results.js";

describe("the tables", () => {
  test("show the ratio, the goal and whether it is met", () => {
    const { rows } = floorTable(
      resultsOf({ "f.unlogged": { bare: 400, "agent-hook": 500 }, "a.p50": { bare: 30, "agent-hook": 60 } }),
    );
    expect(rows.map(([letter, , ...cells]) => [letter, ...cells])).toEqual([
      ["a", "30.0", "60.0", "2.00x", "at most 1.15x", "**missed**"],
      ["f", "400", "500", "1.25x", "at most 1.5x", "met"],
    ]);
  });

  test("show a signed difference if the goal is a difference", () => {
    const cells = (ours: number) =>
      floorTable(resultsOf({ "g.rest": { bare: 40, "agent-hook": ours } })).rows[0]?.slice(2);
    expect(cells(52.5)).toEqual(["40.0", "52.5", "+12.5", "at most +25 MB", "met"]);
    expect(cells(30)).toEqual(["40.0", "30.0", "-10.0", "at most +25 MB", "met"]);
  });

  test("keep the order of the measures, whatever the order of the figures", () => {
    const both = { bare: 1, "agent-hook": 1 };
    const { rows } = floorTable(resultsOf({ "j.snapshot": both, "h.10": both, "a.p99": both, "h.1": both, c: both }));
    expect(rows.map(([letter]) => letter)).toEqual(["a", "c", "h", "h", "j"]);
  });

  test("show each peer in its column, its ratio to ours and who is ahead", () => {
    const { head, rows } = peersTable(
      resultsOf({
        "b.p50": { bare: 30, "agent-hook": 40, python: 30, mcp: 100 },
        "h.1": { "agent-hook": 10, civic: 5 },
      }),
    );
    expect(head.slice(2)).toEqual([
      "agent-hook",
      "Python plugin",
      "MCP SDK",
      "Civic's hook",
      "cc-hooks-ts",
      "polyhook",
      "",
    ]);
    expect(rows.map((row) => row.slice(2))).toEqual([
      ["40.0", "30.0 (0.75x)", "100 (2.50x)", "", "", "", "**behind** Python plugin"],
      ["10.0", "", "", "5.00", "", "", "ahead"],
    ]);
  });

  test("show no ratio and no rank for a growth, which is ideally near zero", () => {
    const results = resultsOf({ "g.slope": { bare: 0.01, "agent-hook": 0.1, civic: 2 } });
    expect(floorTable(results).rows[0]?.slice(2)).toEqual(["0.01", "0.10", "", "at most 1 MB", "met"]);
    expect(peersTable(results).rows[0]?.slice(2)).toEqual(["0.10", "", "", "2.00", "", "", ""]);
  });

  test("leave out a row without peers", () => {
    expect(peersTable(resultsOf({ "i.1": { bare: 1, "agent-hook": 2 } })).rows).toEqual([]);
  });

  test("list rows without a letter separately", () => {
    const results = resultsOf({ "trace.p50": { bare: 30, "agent-hook": 80 }, "a.p50": { bare: 30, "agent-hook": 31 } });
    expect(floorTable(results).rows).toHaveLength(1);
    expect(restTable(results).rows).toEqual([
      ["trace", expect.stringContaining("agent-hook trace"), "30.0", "80.0", "+50.0", "at most +60 µs", "met"],
    ]);
  });

  test("name missing contenders and the reason", () => {
    expect(conditions(resultsOf({}, { python: "no python3" }))).toContain("Python plugin: no python3.");
    expect(conditions(resultsOf({}))).not.toContain("Python");
  });
});

test("a figure has about three digits", () => {
  expect([0.1234, 9.876, 12.34, 123.4, 1234.5, -3.21].map(figure)).toEqual([
    "0.12",
    "9.88",
    "12.3",
    "123",
    "1,235",
    "-3.21",
  ]);
});
