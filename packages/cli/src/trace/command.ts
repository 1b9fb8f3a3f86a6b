import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { TraceFlags } from "./run.js";

export function traceCommand(invocation: Invocation): Command {
  return new Command("trace")
    .description("run a hook for a host, and record the traffic between them")
    .usage("--out <file> [options] -- <hook command...>")
    .requiredOption(
      "--out <file>",
      "the file for the recording; use another file for each hook. If the file exists, the new messages are appended. Only you can read it",
    )
    .option("--raw", "keep secrets in the recording")
    .option("--json", "at the end, print a summary to stderr as one line of JSON")
    .addHelpText("after", HELP)
    .action(async (flags: TraceFlags) => {
      const { trace } = await import("./run.js");
      await trace(invocation, flags);
    });
}

const HELP = `
Write this command in the agent's config, in front of the hook's command. It passes on the hook's stdin,
stdout and stderr. Exits as the hook does, or with 3 if the hook cannot be started.

A launcher is the script through which some agents start a hook. If the hook dies, the launcher can still
deny the call. A hook that a launcher started does not answer on stdout, but on a file descriptor
(AGENT_HOOK_FD). trace then records this descriptor, and passes stdout on without recording it.`;
