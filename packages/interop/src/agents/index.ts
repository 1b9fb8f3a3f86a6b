import type { Agent } from "./agent.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { gemini } from "./gemini.js";

/** In the order of the docs. */
export const AGENTS: readonly Agent[] = [claudeCode, codex, gemini, copilot];
