import type { CommandHookAgent } from "./agent.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { gemini } from "./gemini.js";

/** The agents in the order of the docs. */
export const COMMAND_HOOK_AGENTS: readonly CommandHookAgent[] = [claudeCode, codex, gemini, copilot];
