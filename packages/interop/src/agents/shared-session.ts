import type { AgentRunner, Outcome, Run } from "./agent-runner.js";

/**
 * Returns a function for the rows of a table that are calls of one session. An agent that has sessions of several calls
 * starts once for all of them: its start takes longer than a call. Another agent starts for each call.
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
