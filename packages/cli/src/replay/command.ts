import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { milliseconds } from "../options.js";
import type { ReplayFlags } from "./send-recording.js";

export function replayCommand(invocation: Invocation): Command {
  return new Command("replay")
    .description(
      "send a hook the messages of the host in a recording, and compare the hook's answers with the recorded ones",
    )
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
A redacted value in the recording matches any value. So does a value that --ignore
names, such as --ignore /result/reason. An answer with a different form but the same
effect on the host is fine.

Exits with 1 if an answer differs or is missing, or if the hook sends an answer to no
call. Exits with 0 after --update.`;
