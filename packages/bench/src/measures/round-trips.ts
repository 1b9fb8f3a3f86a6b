import type { ContenderName } from "../contenders/names.js";
import { persistentHooksFor } from "../contenders/persistent-hooks.js";
import type { Values } from "../report/results.js";
import type { Work } from "../wires/wire.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { median, timed } from "./numbers.js";
import { type ReadyHook, startReady } from "./with-hook.js";

/**
 * V8 compiles functions on the hook's core until about the 8,000th call: 110 in agent-hook, 25 in the bare loop. The warm-up
 * has 10,000 calls.
 */
const SMALL = { calls: 1000, warmUp: 10, rounds: 5, inMs: 1000 };
const LARGE = { calls: 30, warmUp: 1, rounds: 5, inMs: 1 };
/** Processes per contender, because memory layout and compilation differ at every start. */
const PROCESSES = 3;
/** The time of a call if calls are sent one after the other: in microseconds, and of a large call in milliseconds. */
export const roundTrips: readonly Measure[] = [
  { name: "a", pinned: true, run: async () => ({ figures: { a: await measured("continue", SMALL) } }) },
  { name: "b", pinned: true, run: async () => ({ figures: { b: await measured("respond", SMALL) } }) },
  { name: "c", pinned: true, run: async () => ({ figures: { c: await measured("large-modify", LARGE) } }) },
];

/**
 * Rounds alternate between the contenders, also the first round of each process, so that cold caches and load affect
 * all of them equally.
 */
async function measured(work: Work, { calls, warmUp, rounds, inMs }: typeof SMALL): Promise<Values> {
  const hooks = new Map<ContenderName, ReadyHook>();
  const last = warmUp + rounds - 1;
  const { p50 } = await interleaved(persistentHooksFor(work), PROCESSES * (last + 1), async (contender, index) => {
    const round = index % (last + 1);
    const hook = round === 0 ? await startReady(contender, work, calls) : (hooks.get(contender.name) as ReadyHook);
    hooks.set(contender.name, hook);
    const samples = await eachOf(hook, calls, inMs);
    if (round === last) {
      await hook.check();
      await hook.conversation.stop();
    }
    return round < warmUp ? {} : { p50: median(samples) };
  });
  return p50;
}

async function eachOf({ conversation, calls }: ReadyHook, count: number, inMs: number): Promise<number[]> {
  const samples: number[] = [];
  for (let call = 0; call < count; call++) samples.push((await timed(() => conversation.exchange(calls(1)))) * inMs);
  return samples;
}
