import { type AgentResult, type AgentRun, type LiveHost, runAgent as run } from "@agent-hook/sdk/internal/live-agents";
import { programOf } from "./install.js";

/** The limit for agents that hang. Even on a busy machine, a run takes only a tenth of it. */
const LIMIT_MS = 600_000;

/** Runs an installed agent once. */
export function runAgent({
  agent,
  ...rest
}: Omit<AgentRun, "program"> & { readonly agent: LiveHost }): Promise<AgentResult> {
  return run({ limitMs: LIMIT_MS, ...rest, agent, program: programOf(agent) });
}
