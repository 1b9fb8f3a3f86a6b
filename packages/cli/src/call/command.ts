import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { jsonObject, milliseconds } from "../options.js";
import type { CallFlags } from "./options.js";

export function callCommand(invocation: Invocation): Command {
  return new Command("call")
    .description("ask a hook one thing, and show what it decides and what the host makes of it")
    .usage("[point] [options] -- <hook command...>")
    .argument(
      "[point]",
      "before_llm, after_llm, before_tool, approve_tool, after_tool or event; an event of the host's own",
    )
    .option("--tool <name>", "the tool, for before_tool, approve_tool and after_tool")
    .option("--args <json>", "its arguments (default: {})", jsonObject)
    .option("--result <text>", "what the tool gave back, for after_tool")
    .option("--message <text>", "what the user says, for before_llm; what the model replies, for after_llm")
    .option("--kind <kind>", "the kind of an event, such as agent.tool.exec_end")
    .option("--payload <json>", "its payload (default: {})", jsonObject)
    .option("--file <file>", "the whole call from a JSON file, or a line of a recording; - is stdin")
    .option(
      "--host <host>",
      "the host to be, and to tell the hook of: claude-code, codex, gemini, copilot, picoclaw@v0.2.7, docker-agent@v1.123.0/preempt (default: the newest PicoClaw, untold)",
    )
    .option("--timeout <ms>", "how long the answer may take (default: 5000, for approve_tool 60000)", milliseconds)
    .option("--json", "print the whole exchange as JSON")
    .addHelpText("after", HELP)
    .action(async (point: string | undefined, flags: CallFlags) => {
      const { call } = await import("./run.js");
      await call(invocation, point, flags);
    });
}

const HELP = `
A file holds {"point": "before_tool", "tool": "exec", "arguments": {"command": "ls"}},
or what a host such as docker-agent or Codex wrote to a hook's stdin. Copilot CLI's payloads do
not name their event: name it before the options.

Exits with 0 for any sound answer, a denial too; with 1 when the hook failed the call, also
where it answered for that by its onFailure.`;
