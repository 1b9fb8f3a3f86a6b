import { AGENTS } from "../agents/index.js";
import type { Column } from "./column.js";
import { dockerAgent } from "./docker-agent.js";
import { picoclaw } from "./picoclaw.js";
import { realAgent } from "./real-agent.js";

/** In the order of the docs. */
export const COLUMNS: readonly Column[] = [...AGENTS.map(realAgent), dockerAgent("v1.123.0"), picoclaw];
