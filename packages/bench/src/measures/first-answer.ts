import { Builds, type Commands } from "../contenders/builds.js";
import { PERSISTENT_HOOKS, type PersistentHook } from "../contenders/persistent-hooks.js";
import { MeasuredHook } from "../driver/hook-process.js";
import { inEachForm } from "./forms.js";
import type { Measure } from "./measure.js";

const ROUNDS = 21;

/** From the start of a hook with a tool to its first answer, in milliseconds. */
export const firstAnswer: Measure = {
  name: "e",
  pinned: true,
  run: async () => {
    const builds = new Builds();
    const built: Readonly<Record<string, Commands>> = {
      "agent-hook": builds.ours("ours-tool"),
      mcp: builds.peer("mcp-tool"),
      civic: builds.peer("civic-hook"),
    };
    const hooks = PERSISTENT_HOOKS.map((contender) => ({
      ...contender,
      commands: { plain: contender.command("respond"), ...built[contender.name] },
    }));
    const { plain, bundle, snapshot } = await inEachForm(hooks, ROUNDS, startToAnswer);
    builds.remove();
    return { "e.plain": plain, "e.bundle": bundle, "e.snapshot": snapshot };
  },
};

async function startToAnswer(command: readonly string[], { wire }: PersistentHook): Promise<number> {
  const hook = MeasuredHook.start(command);
  const conversation = await wire.open(hook);
  const elapsed = performance.now() - hook.startedAt;
  await conversation.stop();
  return elapsed;
}
