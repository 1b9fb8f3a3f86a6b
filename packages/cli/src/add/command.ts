import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { InstallFlags } from "../policy/install.js";

export function addCommand(invocation: Invocation): Command {
  return new Command("add")
    .description("protect agents with ready-made hooks, without writing code")
    .usage("[hooks...] --host <host...> [options]")
    .argument("[hooks...]", "the hooks; without any, the policy's hooks are added to the agents")
    .option("--host <host...>", "the agents, such as claude-code or picoclaw@v0.2.9")
    .option("--project", "use the policy and the config of this folder instead of your own")
    .option("--config <file>", "the agent's config file (default: the one that it always reads)")
    .option("--yes", "write without asking")
    .option("--json", "print the written files as JSON")
    .addHelpText("after", HELP)
    .action(async (names: string[], flags: InstallFlags) => {
      const { add } = await import("./run.js");
      await add(invocation, names, flags);
    });
}

const HELP = `
Writes ~/.config/agent-hook/policy.yaml, or .agent-hook/policy.yaml with --project, and next to it the
program that serves it. Shows each diff, asks, and keeps a backup. Comments and options stay.
Without hooks or with an unknown one, it lists them. After an edit of the policy that adds or removes
hooks, run it again without hooks: agents call a hook only where their config says so.`;
