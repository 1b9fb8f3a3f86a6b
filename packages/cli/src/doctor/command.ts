import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { jsonObject } from "../options.js";
import type { DoctorFlags } from "./options.js";

export function doctorCommand(invocation: Invocation): Command {
  return new Command("doctor")
    .description("start every hook of a config and say what is wrong with it, each finding with the fix")
    .usage("[host or file] [options]")
    .argument(
      "[what]",
      "picoclaw, claude-code, codex, gemini or copilot: the files that it reads, of the user and of this folder; or a file of theirs, or a .yaml of docker-agent (default: all that is found)",
    )
    .option(
      "--host <host>",
      "who reads this file, such as codex, picoclaw@v0.2.9 or docker-agent@v1.123.0 (default: told by its place or its events, the version by the hooks)",
    )
    .option(
      "--live",
      "run the installed agents, too, each with a model of ours, an empty home and a probe in the hook's place: is a denied call refused?",
    )
    .option(
      "--tool <name>",
      "with --live and an agent: run it with your own hooks instead, each as configured, and have the model call this tool; the agent really runs the call, in a temporary folder, with your rights",
    )
    .option("--args <json>", "the arguments of that call, an object (default: {})", jsonObject)
    .option(
      "--run-project-hooks",
      "run the commands of files that are not your own config, such as a project's, without asking",
    )
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      "\nSends each hook of the SDK one harmless call, as the agent would: reading a file that does not exist, with the session agent-hook-doctor. The commands of a file that is not your own config, such as a project's, are shown first, and run only if you agree; without a terminal they are not run.\n\nExits with 1 when there is a problem or a warning; notes are no reason. Writes nothing of yours: Codex, asked which hooks it trusts, is started without network on a copy of its settings, which is removed. PicoClaw's config is $PICOCLAW_CONFIG, else config.json in $PICOCLAW_HOME or ~/.picoclaw.",
    )
    .action(async (what: string | undefined, flags: DoctorFlags) => {
      const { doctor } = await import("./run.js");
      await doctor(invocation, what, flags);
    });
}
