import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { StatsFlags } from "./options.js";

export function statsCommand(invocation: Invocation): Command {
  return new Command("stats")
    .description("count the decisions of each hook and rule, with their durations")
    .option("--since <time>", "only calls since this time: 7d or 12h ago, or a date (default: the whole log)")
    .option("--json", "print the counts as JSON")
    .action(async (flags: StatsFlags) => {
      const { showStats } = await import("./run.js");
      await showStats(invocation, flags);
    });
}
