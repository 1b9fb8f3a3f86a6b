import { lastingFor } from "../contenders/lasting.js";
import type { Values } from "../report/results.js";
import type { Work } from "../wires/wire.js";
import { asking } from "./ask.js";
import { inTurns } from "./in-turns.js";
import type { Measure } from "./measure.js";
import { median, quantile, timed } from "./numbers.js";

const SMALL = { rounds: 7, warmUp: 2000, calls: 3000 };
const LARGE = { rounds: 7, warmUp: 30, calls: 60 };

/** One call after the other; microseconds. */
export const roundTrips: readonly Measure[] = [
  {
    name: "a",
    pinned: true,
    run: async () => {
      const { p50, p99 } = await measured("continue", SMALL);
      return { "a.p50": p50, "a.p99": p99 };
    },
  },
  {
    name: "b",
    pinned: true,
    run: async () => {
      const { p50, p99 } = await measured("respond", SMALL);
      return { "b.p50": p50, "b.p99": p99 };
    },
  },
  { name: "c", pinned: true, run: async () => ({ c: (await measured("large-continue", LARGE)).p50 }) },
  { name: "d", pinned: true, run: async () => ({ d: (await measured("large-modify", LARGE)).p50 }) },
];

function measured(work: Work, { rounds, warmUp, calls: count }: typeof SMALL): Promise<Record<"p50" | "p99", Values>> {
  return inTurns(lastingFor(work), rounds, (contender) =>
    asking(contender, work, count, async ({ conversation, calls }) => {
      for (let call = 0; call < warmUp; call++) await conversation.exchange(calls(1));
      const samples: number[] = [];
      for (let call = 0; call < count; call++)
        samples.push((await timed(() => conversation.exchange(calls(1)))) * 1000);
      return { p50: median(samples), p99: quantile(samples, 0.99) };
    }),
  );
}
