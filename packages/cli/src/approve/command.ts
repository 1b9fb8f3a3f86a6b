import { Command } from "commander";
import type { Invocation } from "../invocation.js";
import type { AnswerFlags } from "./options.js";

export function approveCommand(invocation: Invocation): Command {
  return new Command("approve")
    .description("allow a call that waits for a person, once; without an id, list the questions")
    .argument("[id]", "the question's id, from the list, from a notification, or from what the agent says")
    .option("--json", "print the list as JSON")
    .action(async (id: string | undefined, flags: AnswerFlags) => {
      const { approve } = await import("./run.js");
      await approve(invocation, id, flags);
    });
}

export function denyCommand(invocation: Invocation): Command {
  return new Command("deny")
    .description("deny a call that waits for a person")
    .argument("<id>", "the question's id")
    .option("--reason <text>", "what the agent is told")
    .action(async (id: string, flags: AnswerFlags) => {
      const { deny } = await import("./run.js");
      await deny(invocation, id, flags);
    });
}
