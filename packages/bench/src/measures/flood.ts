import { hooksWithoutLog, type PersistentHook, persistentHooksFor } from "../contenders/persistent-hooks.js";
import type { Values } from "../report/results.js";
import type { Work } from "../wires/wire.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";
import { withHook } from "./with-hook.js";

const ROUNDS = 5;
const CALLS = 100_000;
const WARM_UP = 20_000;

/** CPU time of 100,000 calls that are all sent at once, in milliseconds. */
export const flood: Measure = {
  name: "e",
  pinned: true,
  run: async () => ({
    figures: {
      "e.continue": await cpuOf("continue"),
      "e.tool": await cpuOf("respond"),
      "e.unlogged": await cpuOf("continue", hooksWithoutLog()),
    },
  }),
};

async function cpuOf(work: Work, hooks: readonly PersistentHook[] = persistentHooksFor(work)): Promise<Values> {
  const { cpu } = await interleaved(hooks, ROUNDS, (contender) =>
    withHook(contender, work, CALLS, async ({ hook, conversation, calls }) => {
      const { maxInFlight = CALLS } = contender.wire;
      await conversation.flow(calls, WARM_UP, maxInFlight);
      const before = hook.cpuMs();
      await conversation.flow(calls, CALLS, maxInFlight);
      return { cpu: hook.cpuMs() - before };
    }),
  );
  return cpu;
}
