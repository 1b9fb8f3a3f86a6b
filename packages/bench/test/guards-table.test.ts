import { expect, test } from "vitest";
import { guardsConditions, guardsTable } from "../src/report/guards-table.js";
import type { GuardFacts, Results } from "../src/report/results.js";
import { restTable } from "../src/report/tables.js";
import { linesOf } from "../src/report/terminal.js";
import { resultsOf } from "./results.js";

const GUARDS: GuardFacts = {
  load: 3.21,
  versions: { nah: "0.11.0", http: "2.1.330" },
  decisions: { nah: "asks" },
  absent: { http: "no Claude Code" },
};
const FIGURES = {
  "guards.start": { nah: 30, "agent-hook": 60, bare: 50 },
  "guards.inside": { bare: 110, "agent-hook": 120, rule: 40, http: 42 },
};
const RESULTS: Results = { ...resultsOf(FIGURES), guards: GUARDS };

test("the table of guards has a line for each, with its version, its decision, and ratios to the bare script", () => {
  expect(guardsTable(RESULTS).rows).toEqual([
    ["bare script", "denies", "50.0", "1.00x", "110", "70.0"],
    ["agent-hook", "denies", "60.0", "1.20x", "120", "80.0"],
    ["nah 0.11.0", "asks", "30.0", "0.60x", "", ""],
    ["deny rule of Claude Code", "", "", "", "40.0", ""],
    ["`http` hook of Claude Code 2.1.330", "", "", "", "42.0", "2.00"],
  ]);
});

test("no other table shows the guards", () => {
  expect(restTable(RESULTS).rows).toEqual([]);
});

test("the terminal shows every guard that was measured", () => {
  expect(linesOf(FIGURES).join("\n")).toMatch(
    /guards\.start .*50\.0 +60\.0 +1\.20x\n +nah 30\.0 \(0\.50x\)\nguards\.inside .*\n +deny rule of Claude Code 40\.0 .*, http hook/,
  );
});

test("the load and the missing guards are named, with one reason for several", () => {
  expect(guardsConditions(RESULTS)).toBe(
    "Load average 3.2, on 2 cores. Without `http` hook of Claude Code: no Claude Code.",
  );
  const absent = { nah: "not there", http: "no Claude Code", prompt: "no Claude Code" };
  expect(guardsConditions({ ...RESULTS, guards: { ...GUARDS, absent } })).toMatch(
    /Without nah: not there\. Without `http` hook of Claude Code, `prompt` hook of Claude Code: no Claude Code\.$/,
  );
});
