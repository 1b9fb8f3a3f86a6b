import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { milliseconds } from "../options.js";
import type { ReplayFlags } from "./send-recording.js";

export function replayCommand(invocation: Invocation): Command {
  return new Command("replay")
    .description("send a hook the host's side of a recording, and compare its answers")
    .usage("[options] <file> -- <hook command...>")
    .argument("<file>", "a recording, written by `agent-hook trace` or AGENT_HOOK_TRACE")
    .option("--hook <name>", "the hook to replay, if the recording has several")
    .option("--host <host>", "host to simulate, such as picoclaw@v0.2.7 (default: the host in the recording)")
    .option("--ignore <pointer>", "JSON Pointer to a value in the answers that may differ; repeatable", collect)
    .option("--timeout <ms>", "how long an answer may take (default: 5000)", milliseconds)
    .option("--update", "write the hook's new answers to the file, without secrets")
    .option("--json", "print the comparison as JSON")
    .addHelpText("after", HELP)
    .action(async (file: string, flags: ReplayFlags) => {
      const { replayFile } = await import("./run.js");
      await replayFile(invocation, file, flags);
    });
}

/** Collects the values of a repeatable option. */
function collect(pointer: string, before: readonly string[] = []): readonly string[] {
  return [...before, pointer];
}

const HELP = `
Redacted values match any value, and so do those that --ignore names, such as
--ignore /result/reason. An answer with a different form but the same effect on
the host is fine.

Exits with 1 if an answer differs or is missing, or if the hook sends one without a
call. Exits with 0 after --update.`;
