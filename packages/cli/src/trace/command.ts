import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { TraceFlags } from "./options.js";

export function traceCommand(invocation: Invocation): Command {
  return new Command("trace")
    .description("stand in for a hook in a host's config, and record what the two say to each other")
    .usage("--out <file> [options] -- <hook command...>")
    .requiredOption("--out <file>", "the transcript; it is appended to, and only you may read it. One file a hook")
    .option("--raw", "leave secrets in the transcript")
    .option("--json", "at the end, tell on stderr what was recorded, as one line of JSON")
    .addHelpText("after", HELP)
    .action(async (flags: TraceFlags) => {
      const { trace } = await import("./run.js");
      await trace(invocation, flags);
    });
}

const HELP = `
stdin, stdout and stderr are the hook's. Exits as the hook does, and with 3 when it cannot be started.

Behind the launcher of docker-agent's config the hook answers on a descriptor (AGENT_HOOK_FD): that
is passed on and recorded, and what it prints on stdout is passed on as the noise that it is.`;
