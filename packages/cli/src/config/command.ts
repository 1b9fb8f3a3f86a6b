import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { words } from "../options.js";
import type { ConfigFlags } from "./options.js";

export function configCommand(invocation: Invocation): Command {
  return new Command("config")
    .description("print what to paste into a host's config, or put it there")
    .usage("<host> [file] [options] -- <hook command...>")
    .argument(
      "[host]",
      "picoclaw, docker-agent, claude-code, codex, gemini, copilot or mcp; with a version such as picoclaw@v0.2.9",
    )
    .argument("[file]", "a config file: it is printed with the hook in it")
    .option("--name <name>", "the name of the entry (default: the hook's own)")
    .option(
      "--intercept <points>",
      "for a hook without a manifest: where it is asked, such as before_tool,approve_tool",
      words,
    )
    .option("--observe", "for a hook without a manifest: it is told events")
    .option("--on-failure <policy>", "for a hook without a manifest: continue or block (default: continue)")
    .option(
      "--write [file]",
      "merge it into this file, or the user's own of claude-code, codex, gemini and copilot: shows the difference, asks, keeps a copy",
    )
    .option("--project", "the project's file in this folder in place of the user's own")
    .option(
      "--mcp-tool",
      "for claude-code and codex: its MCP server is asked about tools, one process for its tools and its handlers",
    )
    .option("--remove", "with --write: take the hook out of the file; --name will do in place of its command")
    .option("--yes", "write without a question")
    .option("--json", "print one JSON document: the host, the config, the notes and what was written")
    .addHelpText(
      "after",
      "\nThe config alone goes to stdout, what to know beside it to stderr.\n\nA hook of codex is not active until you trust it: stderr says how, and the exit code is 0.",
    )
    .action(async (host: string | undefined, file: string | undefined, flags: ConfigFlags) => {
      const { config } = await import("./run.js");
      const { assertHost: demandHost } = await import("./config-target.js");
      await config(invocation, demandHost(host, flags), file, flags);
    });
}
