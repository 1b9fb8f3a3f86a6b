import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { type LogFlags, withFilterOptions } from "./options.js";

export function logCommand(invocation: Invocation): Command {
  return withFilterOptions(new Command("log").description("show the decisions that hooks made, the newest last"))
    .option("--last <count>", "show at most this many, or all", "100")
    .option("--follow", "go on with each new decision, until you press Ctrl-C")
    .option("--json", "print each decision as JSON, on one line")
    .addHelpText("after", HELP)
    .action(async (flags: LogFlags) => {
      const { showLog } = await import("./run.js");
      await showLog(invocation, flags);
    });
}

const HELP = `
Each line starts with the decision's id: agent-hook why ID explains it. Hooks write the log to
agent-hook/decisions in $XDG_STATE_HOME, by default ~/.local/state. AGENT_HOOK_LOG=off turns it off.`;
