import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CallJournal, countedCalls } from "../../src/serve/resident/call-journal.js";
import { temporaryFolder } from "../launcher/temporary-folder.js";

/** Keeps the last callback. */
function waitingClock() {
  const clock = {
    pass: () => {},
    now: () => 0,
    after(_ms: number, callback: () => void) {
      clock.pass = callback;
      return () => {};
    },
  };
  return clock;
}

it("counts what was answered, and by the reason what was not, since a time", () => {
  const folder = temporaryFolder();
  expect(countedCalls(folder)).toBeUndefined();
  writeFileSync(join(folder, "calls"), "100 1 first\n200 1 late\nnonsense\n300 1 late\n");
  const clock = waitingClock();
  const journal = new CallJournal(folder, clock);
  for (let call = 0; call < 3; call++) journal.answered();
  expect(countedCalls(folder)?.answered).toBe(0);
  clock.pass();
  expect(countedCalls(folder)).toEqual({ answered: 3, others: { first: 1, late: 2 }, since: 100_000 });
  expect(countedCalls(folder, 250_000)).toEqual({ answered: 3, others: { late: 1 }, since: 300_000 });
  journal.flush();
  expect(readFileSync(join(folder, "calls"), "utf8").match(/answered/g)).toHaveLength(1);
});

it("keeps the newest lines of a long file", () => {
  const folder = temporaryFolder();
  const path = join(folder, "calls");
  for (let at = 1; at <= 10_000; at++) appendFileSync(path, `${at} 1 late\n`);
  const journal = new CallJournal(folder, waitingClock());
  journal.answered();
  journal.flush();
  expect(statSync(path).size).toBeLessThan(40_000);
  const { since = 0, others } = countedCalls(folder) ?? {};
  expect(others).toEqual({ late: 10_000 - since / 1000 + 1 });
});
