import type { ContenderName } from "../contenders/names.js";
import { persistentHooksFor } from "../contenders/persistent-hooks.js";
import type { Work } from "../wires/wire.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { mean, median, quantile, timed } from "./numbers.js";
import { type ReadyHook, startReady, withHook } from "./with-hook.js";

/**
 * V8 compiles functions on the hook's core until about the 8,000th call: 110 in agent-hook, 25 in the bare loop. The warm-up
 * has 10,000 calls.
 */
const SMALL = { calls: 1000, warmUp: 10, rounds: 5 };
const LARGE = { calls: 30, warmUp: 1, rounds: 5 };
/** Processes per contender, because memory layout and compilation differ at every start. */
const PROCESSES = 3;
/** The first calls differ more: with three processes, the factor of one run was 1.5, and of another one 1.9. */
const FIRST = { calls: 1000, processes: 15 };

/** The time of a call, in microseconds, if calls are sent one after the other. */
export const roundTrips: readonly Measure[] = [
  {
    name: "a",
    pinned: true,
    run: async () => {
      const { p50, p99 } = await measured("continue", SMALL);
      return { "a.p50": p50, "a.p99": p99, "a.first": await firstCalls("continue") };
    },
  },
  {
    name: "b",
    pinned: true,
    run: async () => {
      const { p50, p99 } = await measured("respond", SMALL);
      return { "b.p50": p50, "b.p99": p99, "b.first": await firstCalls("respond") };
    },
  },
  { name: "c", pinned: true, run: async () => ({ c: (await measured("large-continue", LARGE)).p50 }) },
  { name: "d", pinned: true, run: async () => ({ d: (await measured("large-modify", LARGE)).p50 }) },
];

/**
 * Rounds alternate between the contenders, also the first round of each process, so that cold caches and load affect
 * all of them equally.
 */
async function measured(work: Work, { calls, warmUp, rounds }: typeof SMALL) {
  const hooks = new Map<ContenderName, ReadyHook>();
  const last = warmUp + rounds - 1;
  return interleaved(persistentHooksFor(work), PROCESSES * (last + 1), async (contender, index) => {
    const round = index % (last + 1);
    const hook = round === 0 ? await startReady(contender, work, calls) : (hooks.get(contender.name) as ReadyHook);
    hooks.set(contender.name, hook);
    const samples = await eachOf(hook, calls);
    if (round === last) {
      await hook.check();
      await hook.conversation.stop();
    }
    return round < warmUp ? {} : { p50: median(samples), p99: quantile(samples, 0.99) };
  });
}

/** The mean of the first calls of a process. */
async function firstCalls(work: Work) {
  const { first } = await interleaved(persistentHooksFor(work), FIRST.processes, (contender) =>
    withHook(contender, work, FIRST.calls, async (hook) => ({ first: mean(await eachOf(hook, FIRST.calls)) })),
  );
  return first;
}

async function eachOf({ conversation, calls }: ReadyHook, count: number): Promise<number[]> {
  const samples: number[] = [];
  for (let call = 0; call < count; call++) samples.push((await timed(() => conversation.exchange(calls(1)))) * 1000);
  return samples;
}
