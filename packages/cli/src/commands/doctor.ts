import { Command } from "commander";
import type { Invocation } from "../invocation.js";

/** The options of `doctor`. */
export interface DoctorFlags {
  readonly host?: string;
  readonly json?: true;
}

export function doctorCommand(invocation: Invocation): Command {
  return new Command("doctor")
    .description("start every hook of a config and say what is wrong with it, each finding with the fix")
    .argument(
      "[config]",
      "PicoClaw's config (default: $PICOCLAW_CONFIG, else config.json in $PICOCLAW_HOME or ~/.picoclaw), or a .yaml of docker-agent",
    )
    .option(
      "--host <host>",
      "the version that reads this config, such as picoclaw@v0.2.9 or docker-agent@v1.123.0 (default: what the hooks say)",
    )
    .option("--json", "print the findings as JSON")
    .addHelpText("after", "\nExits with 1 when there is a problem or a warning; notes are no reason. Writes nothing.")
    .action(async (file: string | undefined, flags: DoctorFlags) => {
      const { doctor } = await import("../doctor/doctor.js");
      await doctor(invocation, file, flags);
    });
}
