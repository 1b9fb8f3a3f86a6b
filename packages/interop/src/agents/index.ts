import { REAL_AGENTS } from "agent-hook/real-agents";
import type { Agent } from "./agent.js";
import versions from "./versions.json" with { type: "json" };

/** In the order of the docs. */
export const AGENTS: readonly Agent[] = REAL_AGENTS.map((agent) => ({
  ...agent,
  ...versions[agent.name],
  runsInstallScript: agent.name === "claude-code",
}));
