import { type Commands, type LiveHost, writeHooks } from "@agent-hook/sdk/internal/live-agents";

/** Configures shell commands as hooks by hand, without the launcher or the SDK. */
export function configureBareHooks(agent: LiveHost, commands: Commands, home: string): Promise<void> {
  return writeHooks(agent, home, agent.hooksOf(commands, 10));
}
