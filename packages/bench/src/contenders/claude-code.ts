import { foundProgram } from "./found-program.js";

/** Claude Code, to measure hooks that only it can call, or `undefined`. */
export const claudeCode = foundProgram("claude", "BENCH_CLAUDE");
