import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Agent, Folders } from "./agents/agent.js";

/** Configures shell commands as hooks by hand: no launcher, no SDK. */
export function bareHooks(agent: Agent, commands: Readonly<Record<string, string>>) {
  return async ({ home }: Folders): Promise<void> => {
    const file = join(home, agent.hooksFile);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(agent.hooksOf(commands, 10)));
  };
}
