import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { ExplainFlags } from "./run.js";

export function explainCommand(invocation: Invocation): Command {
  return new Command("explain")
    .description("show what a shell command would run, and how the policy's guard-shell hook decides on it")
    .argument("<command>", "the command, as one argument: 'git clean -fdx'")
    .option("--policy <file>", "the policy file (default: the nearest .agent-hook/policy.yaml, else your own)")
    .option("--json", "print the programs, the findings and the decision as JSON")
    .addHelpText("after", "\nNothing runs. Exits with 0 if the command is allowed, and with 1 for ask and deny.")
    .action(async (command: string, flags: ExplainFlags) => {
      const { explain } = await import("./run.js");
      await explain(invocation, command, flags);
    });
}
