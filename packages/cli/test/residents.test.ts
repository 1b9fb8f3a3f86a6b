import { expect, test } from "vitest";
import { describeResidents } from "../src/residents/describe.js";

const AT = new Date(2026, 10, 26, 6, 12).getTime();

test("says which processes stay, how many calls they answered, and why they did not answer others", () => {
  const report = {
    processes: [{ pid: 7, folder: "/home/me/project", bytes: 61_400_000, usedAt: AT }],
    calls: { answered: 120, others: { first: 1, late: 3, unknown: 1 }, since: AT },
  };
  expect(describeResidents(report)).toEqual([
    "process 7 stays for /home/me/project: 61 MB, last used 2026-11-26 06:12",
    "since 2026-11-26 06:12, processes that stay answered 120 calls",
    "they did not answer 5 calls (3: it was busy with another call; 1: no process was there yet; 1: unknown)",
  ]);
});

test("says nothing if no call has asked for one", () => {
  expect(describeResidents({ processes: [] })).toEqual([]);
});
