import { createInterface } from "node:readline/promises";
import type { Question, UserDecision } from "@agent-hook/picoclaw";
import { tell } from "./terminal.js";

/** The user, as asked by the agent when a hook returns `ask`. */
export interface Person {
  decide(question: Question): Promise<UserDecision>;
  /** Whether the user approved the last call. */
  readonly approved: boolean;
}

/** Answers with the flag if there is one. Otherwise asks at the terminal, or denies if there is no terminal. */
export function personAt(terminal: NodeJS.ReadStream, flag: boolean | undefined): Person {
  let approved = false;
  return {
    get approved() {
      return approved;
    },
    decide: async ({ hook, tool, reason }) => {
      tell(`${hook} asks`, `may ${tool} run? ${reason}`);
      if (flag === undefined && !terminal.isTTY) {
        tell("a person", "no one can be asked: no terminal, and neither --yes nor --no");
        return { approved: false, reason: "nobody was there to ask" };
      }
      approved = flag ?? (await confirmed(terminal));
      tell("a person", approved ? "yes" : "no");
      return approved;
    },
  };
}

async function confirmed(terminal: NodeJS.ReadStream): Promise<boolean> {
  const reader = createInterface({ input: terminal, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await reader.question("   yes or no?        ")).trim());
  } finally {
    reader.close();
  }
}
