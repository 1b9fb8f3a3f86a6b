import { Command } from "commander";
import type { Invocation } from "../invocation.js";

/** The options of `doctor`. */
export interface DoctorFlags {
  readonly host?: string;
  readonly live?: true;
  readonly json?: true;
}

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
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      "\nExits with 1 when there is a problem or a warning; notes are no reason. Writes nothing of yours: Codex, asked which hooks it trusts, is started without network on a copy of its settings, which is removed. PicoClaw's config is $PICOCLAW_CONFIG, else config.json in $PICOCLAW_HOME or ~/.picoclaw.",
    )
    .action(async (what: string | undefined, flags: DoctorFlags) => {
      const { doctor } = await import("../doctor/doctor.js");
      await doctor(invocation, what, flags);
    });
}
