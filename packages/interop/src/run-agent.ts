import { type AgentResult, type AgentRun, runAgent as run } from "agent-hook/real-agents";
import type { Agent } from "./agents/agent.js";
import { programOf } from "./install.js";

/** Runs an installed agent once. */
export function runAgent({
  agent,
  ...rest
}: Omit<AgentRun, "program"> & { readonly agent: Agent }): Promise<AgentResult> {
  return run({ ...rest, agent, program: programOf(agent) });
}
