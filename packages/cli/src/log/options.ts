import type { Command } from "commander";

/** The options that select decisions. */
export interface FilterFlags {
  readonly host?: readonly string[];
  readonly hook?: readonly string[];
  readonly tool?: readonly string[];
  readonly decision?: readonly string[];
  readonly session?: string;
  readonly since?: string;
}

/** The options of `log`. */
export interface LogFlags extends FilterFlags {
  readonly last?: string;
  readonly follow?: true;
  readonly json?: true;
}

/** Adds the options that select decisions to a command. */
export function withFilterOptions(command: Command): Command {
  return command
    .option("--host <host...>", "only the calls of these agents, such as claude-code")
    .option("--hook <hook...>", "only the decisions of these hooks")
    .option("--tool <tool...>", "only calls of these tools, by the agent's own name")
    .option("--decision <decision...>", "only these decisions: none, deny, ask, modify, respond... or failure")
    .option("--session <id>", "only the calls of sessions whose id starts like this")
    .option("--since <time>", "only calls since this time: 7d or 12h ago, or a date");
}
