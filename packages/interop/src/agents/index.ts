import { liveHosts } from "@agent-hook/sdk/internal/live-agents";
import { SIMULATIONS } from "@agent-hook/sdk/internal/simulations";
import type { AgentRunner } from "./agent-runner.js";
import { dockerAgent } from "./docker-agent.js";
import { picoclaw } from "./picoclaw.js";
import { realAgent } from "./real-agent.js";

/** In the order of the docs. */
export const AGENTS: readonly AgentRunner[] = [
  ...liveHosts.map(realAgent),
  dockerAgent(SIMULATIONS["docker-agent"].version),
  picoclaw,
];
