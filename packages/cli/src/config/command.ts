import { Command } from "commander";
import { formatList } from "../format-list.js";
import { COMMAND_HOOK_NAMES, CONFIG_NAMES, MCP_TOOL_NAMES, MOD_NAMES } from "../host-config/host-names.js";
import type { Invocation } from "../invocation.js";
import { commaList, RESIDENT } from "../options.js";
import type { ConfigFlags } from "./config-target.js";

export function configCommand(invocation: Invocation): Command {
  return new Command("config")
    .description("print a hook's entry for a host's config, or write the entry to the config file")
    .usage("<host> [file] [options] -- <hook command...>")
    .argument("[host]", `${formatList(CONFIG_NAMES, "or")}, with or without a version, such as picoclaw@v0.2.9`)
    .argument("[file]", "a config file: prints this file with the hook added, instead of only the entry")
    .option("--name <name>", "the name of the entry (default: the hook's name)")
    .option(
      "--intercept <points>",
      "for a hook without the SDK, which cannot describe itself: the points at which the host calls the hook, such as before_tool,approve_tool",
      commaList,
    )
    .option("--observe", "for a hook without the SDK: send it events")
    .option(
      "--on-failure <policy>",
      "for a hook without the SDK: what happens to a call if the hook fails: continue or block (default: continue)",
    )
    .option(
      "--write [file]",
      `merge the entry into this file (default for ${formatList(COMMAND_HOOK_NAMES)}: your own config); shows the diff, asks, and keeps a backup`,
    )
    .option(
      "--project",
      "use this folder's project config instead of your own, with paths that also work in a copy of the project",
    )
    .option(
      "--managed",
      "print the entry for the host's managed config file: an administrator writes this file, and users cannot change it. Writes nothing",
    )
    .option(
      "--mcp-tool",
      `for ${formatList(MCP_TOOL_NAMES)}: make the agent send its tool events to the hook's MCP server, so that one process serves the hook's tools and handlers`,
    )
    .option(
      "--mod",
      `for ${formatList(MOD_NAMES)}: with --write, also write a mod, a module that runs inside the agent and does what a command cannot: it answers for tools in respondsTo, and changes replies and the output of failed tools. The entry in the config remains, and decides on every call`,
    )
    .option("--resident", RESIDENT)
    .option("--no-resident", "start the hook for each call. The entry of a policy keeps this")
    .option("--remove", "with --write: remove the hook from the file; give its command or --name")
    .option("--yes", "write without asking, and trust nothing; in an agent's shell, nothing is written")
    .option("--json", "print the host, the config, the notes and the written file as JSON")
    .addHelpText(
      "after",
      "\nOnly the config goes to stdout. Notes go to stderr.\n\nSome hosts do not run a hook until you trust it. In a terminal, --write asks you. Otherwise, a note explains how to trust it, and the exit code is 0.",
    )
    .action(async (host: string | undefined, file: string | undefined, flags: ConfigFlags) => {
      const { config } = await import("./run.js");
      const { assertHost } = await import("./config-target.js");
      await config(invocation, assertHost(host, flags), file, flags);
    });
}
