import { type Commands, type LiveHost, setFields } from "@agent-hook/sdk/internal/live-agents";

/** Configures shell commands as hooks by hand, without the launcher or the SDK. */
export function configureBareHooks(agent: LiveHost, commands: Commands, home: string): Promise<void> {
  return setFields(home, agent.hooksFile, agent.hooksOf(commands, 10));
}
