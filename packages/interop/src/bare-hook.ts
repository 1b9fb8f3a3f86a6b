import type { Agent, Commands } from "./agents/agent.js";
import { type Folders, writeFiles } from "./folders.js";

/** Configures shell commands as hooks by hand: no launcher, no SDK. */
export function bareHooks(agent: Agent, commands: Commands) {
  const text = JSON.stringify(agent.hooksOf(commands, 10));
  return ({ home }: Folders): Promise<void> => writeFiles(home, { [agent.hooksFile]: text });
}
