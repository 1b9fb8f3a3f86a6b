import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/host-lists";
import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { jsonObject, milliseconds } from "../options.js";
import type { CallFlags } from "./call-flags.js";

export function callCommand(invocation: Invocation): Command {
  return new Command("call")
    .description("call a hook once, and show its decision and what the host does with it")
    .usage("[point] [options] -- <hook command...>")
    .argument(
      "[point]",
      "on_prompt, before_llm, after_llm, before_tool, approve_tool, after_tool or event; or one of the host's own events",
    )
    .option("--tool <name>", "the tool, for before_tool, approve_tool and after_tool")
    .option("--args <json>", "the tool's arguments (default: {})", jsonObject)
    .option("--result <text>", "the tool's result, for after_tool")
    .option("--message <text>", "the user's message, for before_llm; the model's reply, for after_llm")
    .option("--prompt <text>", "the user's prompt, for on_prompt")
    .option("--kind <kind>", "the kind of an event, such as agent.tool.exec_end")
    .option("--payload <json>", "the event's payload (default: {})", jsonObject)
    .option("--file <file>", "a file with the whole call: JSON, or one line of a recording; - is stdin")
    .option(
      "--host <host>",
      `host to simulate, as NAME[@VERSION][/VARIANT]: ${SIMULATED_HOSTS.join(", ")} or picoclaw (default: the host that wrote the call in --file)`,
    )
    .option("--timeout <ms>", "how long the answer may take (default: 5000; 60000 for approve_tool)", milliseconds)
    .option("--json", "print the whole exchange as JSON")
    .addHelpText("after", HELP)
    .action(async (point: string | undefined, flags: CallFlags) => {
      const { call } = await import("./run.js");
      await call(invocation, point, flags);
    });
}

const HELP = `
A file contains {"point": "before_tool", "tool": "exec", "arguments": {"command": "ls"}}. For a host
that starts the hook for each event, such as Claude Code, it can also contain the JSON that the host
writes to the hook's stdin. If that JSON does not name the event, give the event's name as [point].

Exits with 0 if the hook gave a valid answer, even if the answer is a denial. Exits with 1 if the hook
failed, such as by an error or a timeout. If its onFailure policy then answers the call, the exit code
is still 1.`;
