import { describe, expect, test } from "vitest";
import { guardsConditions, guardsTable } from "../src/report/guards-table.js";
import { conditions, type GuardFacts, type Results } from "../src/report/results.js";
import { inTerminal, persistentTable } from "../src/report/tables.js";
import { figure } from "../src/report/verdict.js";

/** Returns a run that measured only these figures. */
function resultsOf(figures: Results["figures"], guards?: GuardFacts): Results {
  return {
    machine: { cpu: "a CPU", cores: 2, memoryGb: 4, kernel: "Linux 6.1" },
    versions: { Node: "v20.20.2", zod: "4.6.7" },
    absent: {},
    figures,
    ...(guards && { guards }),
  };
}

describe("the table of hooks that stay", () => {
  const cellsOf = (figures: Results["figures"]) => persistentTable(resultsOf(figures)).rows.map((row) => row.slice(1));

  test.each([
    ["a ratio", { a: { bare: 100, "agent-hook": 125 } }, ["100", "125", "1.25x", "at most 1.25x", "met", "", ""]],
    [
      "a ratio above it",
      { a: { bare: 100, "agent-hook": 126 } },
      ["100", "126", "1.26x", "at most 1.25x", "**missed**", "", ""],
    ],
    [
      "a difference",
      { "f.rest": { bare: 40, "agent-hook": 65 } },
      ["40.0", "65.0", "+25.0", "at most +25 MB", "met", "", ""],
    ],
    ["less", { "f.rest": { bare: 40, "agent-hook": 30 } }, ["40.0", "30.0", "-10.0", "at most +25 MB", "met", "", ""]],
    ["a figure", { project: { "agent-hook": 8.1 } }, ["", "8.10", "", "at most 8 s", "**missed**", "", ""]],
    ["no goal", { "e.tool": { bare: 1, "agent-hook": 9 } }, ["1.00", "9.00", "9.00x", "", "", "", ""]],
    [
      "peers",
      { b: { bare: 30, "agent-hook": 33, python: 25, mcp: 90 } },
      ["30.0", "33.0", "1.10x", "at most 1.3x", "met", "25.0", "90.0"],
    ],
  ])("shows %s, the goal, and whether it is met", (_what, figures, cells) => {
    expect(cellsOf(figures)).toEqual([cells]);
  });

  test("shows the measures in their order, and only those that ran", () => {
    const both = { bare: 1, "agent-hook": 1 };
    const { rows } = persistentTable(resultsOf({ "f.rest": both, a: both, "e.tool": both }));
    expect(rows.map(([label]) => label?.split(",")[0])).toEqual(["`before_tool`", "CPU of 100", "memory at rest"]);
  });

  test("is readable in a terminal", () => {
    const table = { head: ["", "bare", "ratio"], rows: [["`a` call", "1.00", "**missed**"]] };
    expect(inTerminal(table)).toBe("        bare   ratio\na call  1.00  missed");
  });
});

describe("the table of guards", () => {
  const guards: GuardFacts = {
    load: 3.21,
    versions: { nah: "0.11.0" },
    decisions: { bare: "denies", add: "denies", nah: "asks" },
    absent: { http: "no Claude Code" },
  };
  const figures = {
    "guards.start": { nah: 30, add: 20, bare: 50 },
    "guards.cpu": { nah: 25, add: 15, bare: 50 },
    "guards.inside": { bare: 110, add: 42, rule: 40 },
    "guards.processes": { add: 1 },
  };
  const results = resultsOf(figures, guards);

  test("has a line for each, with its version, its decision, its goal, and ratios to the bare script", () => {
    expect(guardsTable(results).rows).toEqual([
      ["bare script", "denies", "50.0", "1.00x", "50.0", "1.00x", "", "", "110", "70.0"],
      ["`agent-hook add`", "denies", "20.0", "0.40x", "15.0", "0.30x", "at most 0.35x", "**missed**", "42.0", "2.00"],
      ["nah 0.11.0", "asks", "30.0", "0.60x", "25.0", "0.50x", "", "", "", ""],
      ["deny rule of Claude Code", "", "", "", "", "", "", "", "40.0", ""],
    ]);
  });

  test("names the load, the processes that stay, and the guards that are missing", () => {
    expect(guardsConditions(results)).toBe(
      "Load average 3.2, on 2 cores. After all calls of `agent-hook add`, one process stays. Without `http` hook of Claude Code: no Claude Code.",
    );
  });
});

test("the conditions name a contender that is missing, and the reason", () => {
  expect(conditions({ ...resultsOf({}), absent: { python: "no python3" } })).toContain("Python plugin: no python3.");
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
