import type { Commands } from "agent-hook/real-agents";
import { type Folders, writeFiles } from "agent-hook/real-agents";
import type { Agent } from "./agents/agent.js";

/** Configures shell commands as hooks by hand, without the launcher or the SDK. */
export function bareHooks(agent: Agent, commands: Commands) {
  const text = JSON.stringify(agent.hooksOf(commands, 10));
  return ({ home }: Folders): Promise<void> => writeFiles(home, { [agent.hooksFile]: text });
}
