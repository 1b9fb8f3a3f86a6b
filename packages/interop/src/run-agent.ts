import { type AgentResult, type AgentRun, type LiveHost, runAgent as run } from "@agent-hook/sdk/internal/live-agents";
import { programOf } from "./install.js";

/** Runs an installed agent once. */
export function runAgent({
  agent,
  ...rest
}: Omit<AgentRun, "program"> & { readonly agent: LiveHost }): Promise<AgentResult> {
  return run({ ...rest, agent, program: programOf(agent) });
}
