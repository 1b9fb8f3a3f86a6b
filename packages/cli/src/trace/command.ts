import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { TraceFlags } from "./run.js";

export function traceCommand(invocation: Invocation): Command {
  return new Command("trace")
    .description("run a hook for a host, and record the traffic between them")
    .usage("--out <file> [options] -- <hook command...>")
    .requiredOption("--out <file>", "the recording, one file per hook; appended to, and readable only by you")
    .option("--raw", "keep secrets in the recording")
    .option("--json", "at the end, print a summary to stderr as one line of JSON")
    .addHelpText("after", HELP)
    .action(async (flags: TraceFlags) => {
      const { trace } = await import("./run.js");
      await trace(invocation, flags);
    });
}

const HELP = `
stdin, stdout and stderr are the hook's. Exits as the hook does, or with 3 if it cannot be started.

Behind docker-agent's launcher, the hook answers on a descriptor (AGENT_HOOK_FD). That descriptor
is passed on and recorded. Output on stdout is only noise there, and is passed on unchanged.`;
