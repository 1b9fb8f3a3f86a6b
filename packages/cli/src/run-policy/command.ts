import { Command } from "commander";
import { notRunError } from "../command-error.js";
import type { Invocation } from "../invocation.js";

/** Only for the help text: `bin/agent-hook.js` starts a policy without loading this program. */
export function runCommand(_invocation: Invocation): Command {
  return new Command("run")
    .description("run a policy file as a hook; for the config of an agent, which starts this command")
    .argument("<file>", "the policy file, YAML or JSON")
    .option("--host <host>", "the agent, as NAME[@VERSION][/VARIANT] (default: detected)")
    .option("--describe", "print the manifest of the policy's hook and exit")
    .addHelpText("after", HELP)
    .action(() => {
      throw notRunError("run works only as a command: agent-hook run FILE");
    });
}

const HELP = `
If the file is missing or invalid, every call is denied with a reason that names the line.
agent-hook add configures agents with a command that does not need this package: node hook.cjs FILE.`;
