import { liveHosts } from "@agent-hook/sdk/live-agents";
import type { Column } from "./column.js";
import { dockerAgent } from "./docker-agent.js";
import { picoclaw } from "./picoclaw.js";
import { realAgent } from "./real-agent.js";

/** In the order of the docs. */
export const COLUMNS: readonly Column[] = [...liveHosts.map(realAgent), dockerAgent("v1.123.0"), picoclaw];
