import { expect } from "vitest";

/**
 * Expects that a function takes linear time for a megabyte of `part`: at most ten times as long as for a quarter of it.
 * Quadratic time would be sixteen times as long. Measures CPU time, because the machine may be busy.
 */
export function expectLinearTime(run: (text: string) => unknown, part: string): void {
  const [short = 0, long = 0] = [250_000, 1_000_000].map((length) => {
    const text = part.repeat(length / part.length);
    const before = process.cpuUsage().user;
    run(text);
    return process.cpuUsage().user - before;
  });
  const garbageCollectionUs = 500_000;
  expect(long).toBeLessThan(10 * short + garbageCollectionUs);
}
