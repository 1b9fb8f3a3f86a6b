import type { ChildProcess } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ascending, many, type StoreEnvironment, storeCall, upTo } from "./store-call.js";

export const CALLS = 200;
const KILLED = 20;

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

type Outcome = Awaited<ReturnType<typeof storeCall>>;

/** On a busy machine, a process can reach the deadline of its call. Then it must deny. */
export function expectDenied(failed: readonly Pick<Outcome, "reason">[]): void {
  for (const { reason } of failed) expect(reason).toMatch(/^hook "store" (?:took too long|could not use its store)/);
}

/** Returns the answers in time. Checks that the other calls were denied. */
function answersOf(results: readonly Outcome[]): Outcome[] {
  const answered = results.filter(({ answer }) => answer !== undefined);
  expectDenied(results.filter(({ answer }) => answer === undefined));
  expect(answered.length).toBeGreaterThan(0);
  return answered;
}

/** Checks that each number is there once. A call that was too late can have taken a number. */
function expectEachOnce(numbers: number[], isComplete: boolean): void {
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(100);
  if (isComplete) expect(ascending(numbers)).toEqual(upTo(100));
}

/** What the store does for 50 processes at once, besides counting. */
export function manyProcesses(store: () => StoreEnvironment): void {
  it("swap a value as often as they say", { timeout: 600_000 }, async () => {
    const results = await many(100, () => storeCall("swap", store()));
    const answered = answersOf(results);
    expectEachOnce(
      answered.map(({ answer }) => answer),
      answered.length === results.length,
    );
  });

  it("add to a window until its limit, and no further", { timeout: 600_000 }, async () => {
    const results = await many(150, () => storeCall("window", store()));
    const answered = answersOf(results);
    const allowed = answered.filter(({ answer }) => answer.allowed);
    expectEachOnce(
      allowed.map(({ answer }) => answer.used),
      answered.length === results.length,
    );
    const denied = answered.filter(({ answer }) => !answer.allowed);
    for (const { answer } of denied) expect(answer).toMatchObject({ used: 100, retryAfterMs: expect.any(Number) });
  });
}
