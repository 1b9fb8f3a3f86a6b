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
      "host that reads this file, such as picoclaw@v0.2.9 or docker-agent@v1.123.0 (default: the host is detected from the file's path or from the events in the file, and the host's version from the hook commands in the file)",
    )
    .option(
      "--live",
      "also run the installed agents, to check that a tool call that a hook denies does not run. Each agent runs with a mock model and in an empty home. Instead of your hook, it calls a probe: a small test hook that denies the call",
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
does not exist. A hook can recognize this call: its session id is agent-hook-doctor. Commands from a file
that is not your own config, such as a project's, are shown first and run only if you agree. Without a
terminal, they do not run.

Does not change your files. To find out which hooks an agent trusts, doctor may start the agent without
network, with a temporary copy of the agent's settings. PicoClaw's config is the file $PICOCLAW_CONFIG.
If that is not set, it is config.json in $PICOCLAW_HOME or ~/.picoclaw.

Exits with 1 if there is a problem or a warning; notes do not count.`;
