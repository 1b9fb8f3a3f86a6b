import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { WhyFlags } from "./options.js";

export function whyCommand(invocation: Invocation): Command {
  return new Command("why")
    .description("explain a decision: the call, the rule, the cause of a failure, and how to change it")
    .argument("<id>", "the decision's id, from a denial or from agent-hook log, or its beginning")
    .option("--json", "print the decision, related failures and the advice as JSON")
    .action(async (id: string, flags: WhyFlags) => {
      const { explainDecision } = await import("./run.js");
      await explainDecision(invocation, id, flags);
    });
}
