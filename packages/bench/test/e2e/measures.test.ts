import { expect, test } from "vitest";
import { MEASURES } from "../../src/measures/index.js";
import { ROW_IDS } from "../../src/report/rows.js";

test("a measure whose process fails is an error", async () => {
  const { inOwnProcess } = await import(new URL("../../dist/measures/own-process.js", import.meta.url).href);
  await expect(inOwnProcess("no such measure")).rejects.toThrow(
    "the process of the measure no such measure ended with 1",
  );
});

test("every row belongs to a measure, and every measure has a row or the table of guards", () => {
  const names = MEASURES.map(({ name }) => name).filter((name) => name !== "guards");
  expect([...new Set(ROW_IDS.map((id) => id.split(".")[0]))].sort()).toEqual([...names].sort());
});
