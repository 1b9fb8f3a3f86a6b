import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { milliseconds } from "../options.js";
import type { ReplayFlags } from "./options.js";

export function replayCommand(invocation: Invocation): Command {
  return new Command("replay")
    .description("send a hook the host's side of a recording, and compare what it answers")
    .usage("[options] <file> -- <hook command...>")
    .argument("<file>", "a transcript of PicoClaw, as `agent-hook trace` and AGENT_HOOK_TRACE write it")
    .option("--hook <name>", "whose lines, where the transcript has those of several hooks")
    .option("--host <host>", "the host to judge by, and to tell the hook of (default: the newest picoclaw, untold)")
    .option("--timeout <ms>", "how long an answer may take (default: 5000)", milliseconds)
    .option("--update", "write what differs into the file, without secrets")
    .option("--json", "print the comparison as JSON")
    .addHelpText("after", HELP)
    .action(async (file: string, flags: ReplayFlags) => {
      const { replayFile } = await import("./run.js");
      await replayFile(invocation, file, flags);
    });
}

const HELP = `
Redacted values stand for any value. An answer that is written otherwise, but has
the same effect on the host, is fine.

Exits with 1 when the hook answers otherwise, not at all, or beside its calls; with
0 after --update.`;
