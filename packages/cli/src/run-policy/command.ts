import { Command } from "commander";
import { notRun } from "../command-error.js";
import type { Invocation } from "../invocation.js";

/** Only for the help text: `bin/agent-hook.js` starts a policy without loading this program. */
export function runCommand(_invocation: Invocation): Command {
  return new Command("run")
    .description("serve a policy file to the agent that started this")
    .argument("<file>", "the policy file, YAML or JSON")
    .option("--host <host>", "the agent, as NAME[@VERSION][/VARIANT] (default: detected)")
    .option("--describe", "print the manifest of the policy's hook and exit")
    .addHelpText("after", HELP)
    .action(() => {
      throw notRun("a policy is served by the program agent-hook, not from within another");
    });
}

const HELP = `
If the file is missing or invalid, every call is denied with a reason that names the line.
"add" writes a command for agents that works without this package: node hook.cjs FILE.`;
