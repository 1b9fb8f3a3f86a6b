import { test } from "vitest";
import type { StressTest } from "../src/stress-test.js";

const { SOAK_SEED: seed = "7" } = process.env;

/** Runs the short form with a fixed seed, so that a failure is caused by the change and not by chance. */
export function testShort(stressTest: StressTest): void {
  test(stressTest.name, { timeout: 1_200_000 }, async () => {
    await stressTest.run(stressTest.short, Number(seed));
  });
}
