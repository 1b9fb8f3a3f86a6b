import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { RESIDENT } from "../options.js";
import type { InstallFlags } from "../policy/install.js";

export function addCommand(invocation: Invocation): Command {
  return new Command("add")
    .description("protect agents with ready-made hooks, without writing code")
    .usage("[hooks...] --host <host...> [options]")
    .argument(
      "[hooks...]",
      "the names of hooks to add to the policy; without names, only the agents' configs are updated",
    )
    .option("--host <host...>", "the agents to protect, such as claude-code or picoclaw@v0.2.9")
    .option("--project", "use the policy and the config of this folder instead of your own")
    .option(
      "--config <file>",
      "the agent's config file (default: your own config of the agent, or this folder's with --project)",
    )
    .option("--resident", `${RESIDENT} (default on Linux with Perl)`)
    .option("--no-resident", "start the policy for each call. The entry keeps this")
    .option("--yes", "write without asking, and trust nothing; in an agent's shell, nothing is written")
    .option("--json", "print the written files as JSON")
    .addHelpText("after", HELP)
    .action(async (names: string[], flags: InstallFlags) => {
      const { add } = await import("./run.js");
      await add(invocation, names, flags);
    });
}

const HELP = `
Writes the policy: ~/.config/agent-hook/policy.yaml, or .agent-hook/policy.yaml with --project. Next to
the policy, it writes a program, hook.cjs. Then it changes the agents' configs, so that agents start
hook.cjs, which runs the policy. Shows each diff, asks, and keeps a backup. Your comments and options in
the policy are kept. An unknown name prints a list of all hooks.

If you edit the policy by hand, run add again without names: an agent calls the policy only at the
events that are listed in the agent's config.`;
