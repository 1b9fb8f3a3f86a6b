import type { RealAgent } from "./agent.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { gemini } from "./gemini.js";

/** The agents in the order of the docs. */
export const REAL_AGENTS: readonly RealAgent[] = [claudeCode, codex, gemini, copilot];
