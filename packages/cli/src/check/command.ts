import { SIMULATED_HOSTS } from "@agent-hook/sdk/internal/host-lists";
import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import { milliseconds } from "../options.js";
import type { CheckFlags } from "./run.js";

export function checkCommand(invocation: Invocation): Command {
  return new Command("check")
    .description("run the conformance suite against a hook, in any language")
    .usage("[options] -- <hook command...>")
    .option("--only <ids...>", "check only these rules, such as shapes/action")
    .option("--modes <modes...>", "call the hook only in these modes: observe, llm, tool, approve")
    .option("--call-own-tools", "also call the hook's own tools, without arguments; they may have side effects")
    .option(
      "--host <host>",
      `host to simulate, as NAME[@VERSION]: ${SIMULATED_HOSTS.join(", ")}, picoclaw, or all for each that can run the hook (default: picoclaw and claude-code, if they can)`,
    )
    .option(
      "--timeout <ms>",
      "how long an answer may take; approvals get 12 times as long (default: 5000; 10000 for a host that starts the hook for each event, as all except PicoClaw do)",
      milliseconds,
    )
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExits with 1 if a rule is broken.")
    .action(async (flags: CheckFlags) => {
      const { check } = await import("./run.js");
      await check(invocation, flags);
    });
}
