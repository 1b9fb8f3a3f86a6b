import { Command } from "commander";
import { notRunError } from "../command-error.js";
import type { Invocation } from "../invocation.js";

/** Only for the help text: `bin/agent-hook.js` starts a policy without loading this program. */
export function runCommand(_invocation: Invocation): Command {
  return new Command("run")
    .description("run a policy file as a hook. Agents run this command: it belongs in an agent's config")
    .argument("<file>", "the policy file, YAML or JSON")
    .option("--host <host>", "the agent, as NAME[@VERSION][/VARIANT] (default: detected)")
    .option("--describe", "print the manifest of the policy's hook (JSON with its name, points and deadlines) and exit")
    .addHelpText("after", HELP)
    .action(() => {
      throw notRunError("run works only as a command: agent-hook run FILE");
    });
}

const HELP = `
If the file is missing or invalid, every call is denied, with a reason that names the line.
agent-hook add writes another command into the agents' configs: node hook.cjs FILE. That command does the
same, and works even if the package agent-hook is not installed.`;
