import { persistentHooksFor } from "../contenders/persistent-hooks.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { withHook } from "./with-hook.js";

const CALLS = 1_000_000;
/** The lowest sample of the last calls counts: between two garbage collections, the heap only grows. */
const LAST = 100_000;
const IN_FLIGHT = 100;

/** Resident memory of a hook, in MB: at rest, and after a million calls. */
export const memory: Measure = {
  name: "f",
  pinned: true,
  run: async () => {
    const { rest, after } = await interleaved(persistentHooksFor("respond"), 1, (contender) =>
      withHook(contender, "respond", IN_FLIGHT, async ({ hook, conversation, calls }) => {
        const rest = hook.memoryMb();
        let after = Number.POSITIVE_INFINITY;
        for (let done = 0; done < CALLS; done += IN_FLIGHT) {
          await conversation.exchange(calls(IN_FLIGHT), IN_FLIGHT);
          if (done >= CALLS - LAST && done % (LAST / 10) === 0) after = Math.min(after, hook.memoryMb());
        }
        return { rest, after };
      }),
    );
    return { figures: { "f.rest": rest, "f.after": after } };
  },
};
