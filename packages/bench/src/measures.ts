import { HookUnderTest } from "./hook-under-test.js";
import { beforeLlm, beforeTool, hello } from "./messages.js";

/** The two sides of a ratio, started alike. */
export interface Contender {
  readonly hook: string;
  readonly args?: readonly string[];
}

/** Rounds take turns between the contenders, so that a busy moment of the machine hits both. */
const ROUNDS = 5;

export interface Figures {
  readonly bare: number;
  readonly ours: number;
}

/** Median round trip of a small `before_tool`, in microseconds, and its 99th percentile. */
export async function smallRoundTrips(bare: Contender, ours: Contender): Promise<{ p50: Figures; p99: Figures }> {
  const calls = Array.from({ length: 5000 }, (_, index) => Buffer.from(beforeTool(index + 2)));
  const samples = await inTurns(bare, ours, async (hook) => {
    for (const call of calls.slice(0, 2000)) await hook.exchange(call);
    return roundTrips(hook, calls);
  });
  return { p50: at(samples, 0.5), p99: at(samples, 0.99) };
}

/** Median round trip of a `before_llm` of 0.9 MB, in microseconds. */
export async function largeRoundTrips(bare: Contender, ours: Contender): Promise<Figures> {
  const call = Buffer.from(beforeLlm(2));
  const samples = await inTurns(bare, ours, async (hook) => {
    for (let warm = 0; warm < 30; warm++) await hook.exchange(call);
    return roundTrips(
      hook,
      Array.from({ length: 60 }, () => call),
    );
  });
  return at(samples, 0.5);
}

/** CPU time of 100,000 small calls that are all sent at once, in milliseconds. */
export async function floodedCpu(bare: Contender, ours: Contender): Promise<Figures> {
  const calls = 100_000;
  const text = Buffer.from(Array.from({ length: calls }, (_, index) => beforeTool(index + 2)).join(""));
  const samples = await inTurns(bare, ours, async (hook) => {
    await hook.exchange(text, calls);
    const before = hook.cpuMs();
    await hook.exchange(text, calls);
    return [hook.cpuMs() - before];
  });
  return at(samples, 0.5);
}

/** From start to the first answer, in milliseconds. */
export async function firstAnswer(bare: Contender, ours: Contender): Promise<Figures> {
  const samples = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < 15; round++) {
    samples.bare.push(await startToAnswer(bare));
    samples.ours.push(await startToAnswer(ours));
  }
  return at(samples, 0.5);
}

/** Resident memory after the handshake, in MB. */
export async function memoryAtRest(bare: Contender, ours: Contender): Promise<Figures> {
  return at(await inTurns(bare, ours, async (hook) => [hook.memoryMb()]), 0.5);
}

async function startToAnswer({ hook, args }: Contender): Promise<number> {
  const started = performance.now();
  const process = HookUnderTest.start(hook, args);
  await process.exchange(hello(1));
  const took = performance.now() - started;
  await process.stop();
  return took;
}

async function roundTrips(hook: HookUnderTest, calls: readonly Buffer[]): Promise<number[]> {
  const samples: number[] = [];
  for (const call of calls) {
    const started = performance.now();
    await hook.exchange(call);
    samples.push((performance.now() - started) * 1000);
  }
  return samples;
}

async function inTurns(bare: Contender, ours: Contender, measure: (hook: HookUnderTest) => Promise<number[]>) {
  const samples = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, contender] of [
      ["bare", bare],
      ["ours", ours],
    ] as const) {
      const hook = HookUnderTest.start(contender.hook, contender.args);
      await hook.exchange(hello(1));
      samples[side].push(...(await measure(hook)));
      await hook.stop();
    }
  }
  return samples;
}

function at(
  samples: { readonly bare: readonly number[]; readonly ours: readonly number[] },
  quantile: number,
): Figures {
  const pick = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length * quantile)] as number;
  return { bare: pick(samples.bare), ours: pick(samples.ours) };
}
