import { expect, vi } from "vitest";
import type { Cells } from "../../src/matrix/cells.js";
import type { Lane } from "./attempt.js";
import { LANES } from "./lanes.js";

/** Expects the result of every lane to match its column. */
export async function expectCells<Cell>(cells: Cells<Cell>, run: (lane: Lane) => Promise<Cell | "-">): Promise<void> {
  // Civic's proxy logs each step there.
  const log = vi.spyOn(console, "log").mockReturnValue();
  const seen = await Promise.all(LANES.map(async (lane) => [lane.title, await run(lane)] as const));
  log.mockRestore();
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(LANES.map(({ title, column }) => [title, cells[column]])),
  );
}
