import { Builds, type Commands, type Form } from "../contenders/builds.js";
import { LASTING, type Lasting } from "../contenders/lasting.js";
import { HookProcess } from "../driver/hook-process.js";
import { rowsOfForms } from "./forms.js";
import { inTurns } from "./in-turns.js";
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
    const times = await inTurns(LASTING, ROUNDS, async (contender) => {
      const commands: Commands = { plain: contender.command("respond"), ...built[contender.name] };
      const figures: Partial<Record<Form, number>> = {};
      for (const [form, command] of Object.entries(commands) as [Form, readonly string[]][]) {
        figures[form] = await startToAnswer(contender, command);
      }
      return figures;
    });
    builds.remove();
    const { plain, bundle, snapshot } = rowsOfForms(times);
    return { "e.plain": plain, "e.bundle": bundle, "e.snapshot": snapshot };
  },
};

async function startToAnswer({ wire }: Lasting, command: readonly string[]): Promise<number> {
  const hook = HookProcess.start(command);
  const conversation = await wire.open(hook);
  const took = performance.now() - hook.startedAt;
  await conversation.stop();
  return took;
}
