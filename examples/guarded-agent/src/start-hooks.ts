import { fileURLToPath } from "node:url";
import { HookManager } from "@agent-hook/picoclaw";
import { house } from "./house.js";
import type { Person } from "./person.js";
import { tell } from "./terminal.js";

/**
 * Starts two hook processes from a config in PicoClaw's format and mounts a third hook in this process. The guard is
 * called first.
 */
export async function startHooks(workspace: string, person: Person): Promise<HookManager> {
  const hooks = await HookManager.start(
    {
      processes: {
        guard: {
          enabled: true,
          priority: 10,
          command: [process.execPath, example("guard")],
          env: { GUARD_WORKSPACE: workspace },
          intercept: ["approve_tool"],
          onFailure: "block",
        },
        weather: {
          enabled: true,
          priority: 30,
          command: [process.execPath, example("weather")],
          intercept: ["before_llm", "before_tool"],
        },
      },
    },
    {
      // The last version that gives the model the tools of hooks.
      version: "v0.2.7",
      onAsk: (question) => person.decide(question),
      onReport: ({ hook, kind }) => tell(hook, kind),
      onStderr: (line, hook) => tell(`${hook}'s stderr`, line),
    },
  );
  await hooks.mount(house, { priority: 20 });
  return hooks;
}

function example(name: string): string {
  return fileURLToPath(new URL(`../../${name}/dist/main.js`, import.meta.url));
}
