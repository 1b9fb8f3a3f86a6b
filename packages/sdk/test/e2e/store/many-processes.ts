import type { ChildProcess } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ascending, many, type StoreEnvironment, storeCall, upTo } from "./store-call.js";

const [CALLS, KILLED] = [1000, 100];

/**
 * Adds 1 in many processes, and kills some at random moments. Checks that the sum is exact for those that returned.
 * `beforeCall` receives the number of the call that starts next. Returns the calls that were not killed and failed.
 */
export async function countInProcesses(store: StoreEnvironment, beforeCall?: (index: number) => Promise<void>) {
  const moments = fc.sample(fc.double({ min: 0.3, max: 1.1, noNaN: true }), { numRuns: KILLED, seed: 25 });
  // A moment is a part of the time that the last call took: a busy machine is slow.
  let lastMs = 1000;
  const results = await many(CALLS, async (index) => {
    await beforeCall?.(index);
    const moment = index % (CALLS / KILLED) === 0 ? moments[index / (CALLS / KILLED)] : undefined;
    const onStart = (child: ChildProcess) => void setTimeout(() => child.kill("SIGKILL"), lastMs * (moment ?? 0));
    const startedAt = performance.now();
    const result = await storeCall("increment", store, moment === undefined ? {} : { onStart });
    if (moment === undefined) lastMs = performance.now() - startedAt;
    return { ...result, isKilled: moment !== undefined };
  });
  const answers = ascending(results.flatMap(({ answer }) => (answer === undefined ? [] : [answer as number])));
  expect(new Set(answers).size, "each answer is given once").toBe(answers.length);
  const { answer: count } = await storeCall("get", store);
  expect(count).toBeGreaterThanOrEqual(answers.length);
  expect(count).toBeLessThanOrEqual(CALLS);
  expect(answers.at(-1)).toBeLessThanOrEqual(count);
  return results.filter(({ answer, isKilled }) => answer === undefined && !isKilled);
}

/** What the store does for 50 processes at once, besides counting. */
export function manyProcesses(store: () => StoreEnvironment): void {
  it("swap a value as often as they say", { timeout: 300_000 }, async () => {
    const results = await many(100, () => storeCall("swap", store()));
    expect(ascending(results.map(({ answer }) => answer))).toEqual(upTo(100));
  });

  it("add to a window until its limit, and no further", { timeout: 300_000 }, async () => {
    const results = await many(150, () => storeCall("window", store()));
    const allowed = results.filter(({ answer }) => answer.allowed);
    expect(ascending(allowed.map(({ answer }) => answer.used))).toEqual(upTo(100));
    const denied = results.filter(({ answer }) => !answer.allowed);
    expect(denied).toHaveLength(50);
    for (const { answer } of denied) expect(answer).toMatchObject({ used: 100, retryAfterMs: expect.any(Number) });
  });
}
