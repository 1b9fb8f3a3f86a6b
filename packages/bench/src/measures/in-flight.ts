import { hooksWithoutLog, type PersistentHook, persistentHooksFor } from "../contenders/persistent-hooks.js";
import type { Values } from "../report/results.js";
import type { Work } from "../wires/wire.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { timed } from "./numbers.js";
import { withHook } from "./with-hook.js";

const ROUNDS = 5;
const LEVELS = [1, 10, 100, 1000] as const;
/** The number of calls at each level above 1. At level 1, this number of calls would take too long. */
const CALLS = 20_000;
const ONE_BY_ONE = 5000;

/** Calls answered per second at each level of calls in flight: each answer triggers the next call. */
export const inFlight: Measure = {
  name: "h",
  pinned: true,
  run: async () => {
    const plain = await throughput("continue");
    const tool = await throughput("respond");
    const unlogged = await throughput("continue", hooksWithoutLog());
    return Object.fromEntries(
      LEVELS.flatMap((level) => [
        [`h.${level}`, plain[level]],
        [`h.tool.${level}`, tool[level]],
        [`h.unlogged.${level}`, unlogged[level]],
      ]),
    );
  },
};

function throughput(
  work: Work,
  hooks: readonly PersistentHook[] = persistentHooksFor(work),
): Promise<Readonly<Record<(typeof LEVELS)[number], Values>>> {
  return interleaved(hooks, ROUNDS, (contender) =>
    withHook(contender, work, CALLS, async ({ conversation, calls }) => {
      await conversation.flow(calls, CALLS, 100);
      const figures = {} as Record<(typeof LEVELS)[number], number>;
      for (const level of LEVELS) {
        const count = level === 1 ? ONE_BY_ONE : CALLS;
        figures[level] = (count * 1000) / (await timed(() => conversation.flow(calls, count, level)));
      }
      return figures;
    }),
  ) as Promise<Readonly<Record<(typeof LEVELS)[number], Values>>>;
}
