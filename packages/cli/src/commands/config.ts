import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { words } from "../options.js";

/** The options of `config`. */
export interface ConfigFlags {
  readonly name?: string;
  readonly intercept?: string[];
  readonly observe?: true;
  readonly onFailure?: string;
  /** `true`: the file behind the host's name. */
  readonly write?: string | true;
  /** The host's file of the project, not the user's. */
  readonly project?: true;
  /** Its MCP server is asked about tools, not a process for each event. */
  readonly mcpTool?: true;
  readonly remove?: true;
  readonly yes?: true;
  readonly json?: true;
}

export function configCommand(invocation: Invocation): Command {
  return new Command("config")
    .description("print what to paste into a host's config, or put it there")
    .usage("<host> [file] [options] -- <hook command...>")
    .argument(
      "<host>",
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
      "\nThe config alone goes to stdout, what to know beside it to stderr.\n\nExits with 1 for codex: a hook is not active until it is trusted.",
    )
    .action(async (host: string, file: string | undefined, flags: ConfigFlags) => {
      const { config } = await import("../config/config.js");
      await config(invocation, host, file, flags);
    });
}
