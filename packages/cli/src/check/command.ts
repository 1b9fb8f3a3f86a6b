import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { milliseconds } from "../options.js";
import type { CheckFlags } from "./options.js";

export function checkCommand(invocation: Invocation): Command {
  return new Command("check")
    .description("run the conformance suite against a hook, in any language")
    .usage("[options] -- <hook command...>")
    .option("--only <ids...>", "check these rules alone, such as shapes/action")
    .option("--modes <modes...>", "ask the hook in these modes alone: observe, llm, tool, approve")
    .option("--call-own-tools", "call the hook's own tools, too, without arguments: they may do something")
    .option(
      "--host <host>",
      "the host to be: docker-agent, docker-agent@v1.58.0, claude-code, codex, gemini or copilot (default: picoclaw)",
    )
    .option(
      "--timeout <ms>",
      "how long an answer may take; an approval has 12 times that (default: 5000; where each call is a process: 10000)",
      milliseconds,
    )
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExits with 1 when a rule is broken.")
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./run.js");
      await check(invocation, flags);
    });
}
