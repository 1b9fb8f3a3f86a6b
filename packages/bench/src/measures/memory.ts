import { persistentHooksFor } from "../contenders/persistent-hooks.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { slope } from "./numbers.js";
import { withHook } from "./with-hook.js";

const CALLS = 1_000_000;
const STEP = 100_000;
/** The heap reaches its working size during these calls. */
const WARM_UP = 200_000;
const IN_FLIGHT = 100;

/**
 * Resident memory of a hook, in MB: at rest, after a million calls, and the growth per 100,000 calls. For each 100,000
 * calls, the lowest sample counts, because between two garbage collections the heap only grows.
 */
export const memory: Measure = {
  name: "g",
  pinned: true,
  run: async () => {
    const { rest, after, rise } = await interleaved(persistentHooksFor("respond"), 1, (contender) =>
      withHook(contender, "respond", IN_FLIGHT, async ({ hook, conversation, calls }) => {
        const rest = hook.memoryMb();
        const lows: number[] = [];
        for (let done = 0; done < CALLS; done += STEP) {
          const samples: number[] = [];
          for (let of = 0; of < STEP; of += IN_FLIGHT) {
            await conversation.exchange(calls(IN_FLIGHT), IN_FLIGHT);
            if (of % (STEP / 10) === 0) samples.push(hook.memoryMb());
          }
          if (done >= WARM_UP) lows.push(Math.min(...samples));
        }
        return { rest, after: lows.at(-1) as number, rise: slope(lows) };
      }),
    );
    return { "g.rest": rest, "g.after": after, "g.slope": rise };
  },
};
