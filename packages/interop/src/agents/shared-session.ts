import type { AgentRunner, Outcome, Run } from "./agent-runner.js";

/**
 * Returns a function that runs one call of a session. If the agent supports sessions of several calls, all calls share
 * one start, which takes longer than a call. Otherwise the agent starts for each call.
 */
export function sharedSession(
  runOf: (agent: AgentRunner) => Omit<Run, "command">,
  commands: readonly string[],
): (agent: AgentRunner, command: string) => Promise<Outcome> {
  const sessions = new Map<AgentRunner, Promise<readonly Outcome[]>>();
  return async (agent, command) => {
    const runSession = commands.length > 1 ? agent.runSession : undefined;
    if (runSession === undefined) return agent.run({ ...runOf(agent), command });
    const session = sessions.get(agent) ?? runSession(runOf(agent), commands);
    sessions.set(agent, session);
    const outcome = (await session)[commands.indexOf(command)];
    if (outcome === undefined) throw new Error(`not a call of this session: ${command}`);
    return outcome;
  };
}
