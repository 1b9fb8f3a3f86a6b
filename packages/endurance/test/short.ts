import { test } from "vitest";
import type { StressTest } from "../src/stress-test.js";

const { SOAK_SEED: seed = "7" } = process.env;

/** The short form of a trial, with the same seed each time: a red suite is about the change, not about luck. */
export function testShort(trial: StressTest): void {
  test(trial.name, { timeout: 240_000 }, async () => {
    await trial.run(trial.short, Number(seed));
  });
}
