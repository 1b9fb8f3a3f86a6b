import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { DevFlags } from "./run.js";

export function devCommand(invocation: Invocation): Command {
  return new Command("dev")
    .description("run a hook for an agent, and replace it between two calls whenever you save its files")
    .usage("[options] -- <hook command...>")
    .option("--log <file>", "also write the reports to this file. Only you can read it")
    .option("--watch <paths...>", "more files and folders that the hook reads, such as its policy")
    .option("--json", "report to stderr as lines of JSON")
    .addHelpText("after", HELP)
    .action(async (flags: DevFlags) => {
      const { dev } = await import("./run.js");
      await dev(invocation, flags);
    });
}

const HELP = `
Write this command in the agent's config, in front of the hook's command. The agent sees one process that
never restarts. dev watches the files in the hook's command and all files that these import, except those
in node_modules.

After a save, dev starts the new version, and repeats the agent's handshake with it. If that works, the new
version receives all later calls. The old version answers the calls that it already has, and then ends. If
the new version is broken, dev reports that, and the old version stays.

If the hook ends by itself, its calls fail, as without dev, until the next save.

A one-shot agent starts the hook for each call anyway. With dev, the last version that worked answers while
the files are broken.

To see the decisions, and to ask about a logged call again: agent-hook ui -- <hook command...>`;
