import { PERSISTENT_HOOKS } from "../contenders/persistent-hooks.js";
import { MeasuredHook } from "../driver/hook-process.js";
import { interleaved } from "./interleaved.js";
import type { Measure } from "./measure.js";

const ROUNDS = 21;

/** From the start of a hook with a tool to its first answer, in milliseconds. */
export const start: Measure = {
  name: "d",
  pinned: true,
  run: async () => {
    const { time, cpu } = await interleaved(PERSISTENT_HOOKS, ROUNDS, async ({ wire, command }) => {
      const hook = MeasuredHook.start(command("respond"));
      const conversation = await wire.open(hook);
      const time = performance.now() - hook.startedAt;
      const cpu = hook.cpuMs();
      await conversation.stop();
      return { time, cpu };
    });
    return { figures: { "d.time": time, "d.cpu": cpu } };
  },
};
