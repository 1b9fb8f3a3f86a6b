import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { InstallFlags } from "../policy/install.js";

export function removeCommand(invocation: Invocation): Command {
  return new Command("remove")
    .description("undo add: remove hooks from the policy, or the policy from agents")
    .usage("[hooks...] --host <host...> [options]")
    .argument(
      "[hooks...]",
      "the names of hooks to remove from the policy; without names, the agents stop calling the policy",
    )
    .option("--host <host...>", "the agents, such as claude-code or picoclaw@v0.2.9")
    .option("--project", "use the policy and the config of this folder instead of your own")
    .option(
      "--config <file>",
      "the agent's config file (default: your own config of the agent, or this folder's with --project)",
    )
    .option("--yes", "write without asking; in an agent's shell, nothing is written")
    .option("--json", "print the written files as JSON")
    .addHelpText("after", HELP)
    .action(async (names: string[], flags: InstallFlags) => {
      const { remove } = await import("./run.js");
      await remove(invocation, names, flags);
    });
}

const HELP = `
Everything else in the files is kept byte for byte. The policy and its program, hook.cjs, are not
deleted, because other agents may use them. If you name every hook of the policy, the policy file stays
unchanged, and the agents that you name stop calling it.`;
