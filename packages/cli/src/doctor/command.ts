import { Command } from "commander";
import { formatList } from "../format-list.js";
import { OWN_CONFIG_NAMES } from "../host-config/host-names.js";
import type { Invocation } from "../invocation.js";
import { jsonObject } from "../options.js";
import type { DoctorFlags } from "./options.js";

export function doctorCommand(invocation: Invocation): Command {
  return new Command("doctor")
    .description("start every hook of a config and report problems, each with a fix")
    .usage("[host or file] [options]")
    .argument(
      "[what]",
      `${formatList(OWN_CONFIG_NAMES, "or")}, to check your own config and this folder's; or the path of a config file of one of these hosts or docker-agent (default: everything found)`,
    )
    .option(
      "--host <host>",
      "host that reads this file, such as picoclaw@v0.2.9 or docker-agent@v1.123.0 (default: detected from the file's path or events, and the version from the commands in the file)",
    )
    .option(
      "--live",
      "also run the installed agents, each with a mock model, an empty home and a probe instead of the hook, to check that a denied call stays denied",
    )
    .option(
      "--tool <name>",
      "with --live and the name of one agent: run that agent with your own hooks as configured, and have the mock model call this tool; the agent really runs the call, in a temporary folder, with your permissions",
    )
    .option("--args <json>", "the arguments of that call, a JSON object (default: {})", jsonObject)
    .option(
      "--run-project-hooks",
      "run commands from files that are not your own config, such as a project's, without asking",
    )
    .option("--json", "print the findings as JSON")
    .addHelpText("after", HELP)
    .action(async (what: string | undefined, flags: DoctorFlags) => {
      const { doctor } = await import("./run.js");
      await doctor(invocation, what, flags);
    });
}

const HELP = `
Sends each hook that uses the SDK one harmless call in the agent's format: a call to read a file that
does not exist. Its session is agent-hook-doctor. Commands from a file that is not your own config, such
as a project's, are shown first and run only if you agree. Without a terminal, they do not run.

Does not change your files. To find out which hooks an agent trusts, doctor may start the agent without
network on a temporary copy of its settings. PicoClaw's config is $PICOCLAW_CONFIG, or else config.json
in $PICOCLAW_HOME or ~/.picoclaw.

Exits with 1 if there is a problem or a warning; notes do not count.`;
