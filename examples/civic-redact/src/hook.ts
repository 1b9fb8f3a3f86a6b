import { defineHook, modify } from "@agent-hook/sdk";
import { redact } from "./redact.js";

/** Removes card numbers, keys and e-mail addresses from tool arguments and results. */
export const hook = defineHook({
  name: "redact",
  // A revealed secret cannot be taken back: if the hook fails, the tool does not run or its result is withheld.
  onFailure: "block",

  beforeTool: (call) => {
    const clean = redact(call.arguments);
    return clean === call.arguments ? undefined : modify({ arguments: clean });
  },

  afterTool: ({ result }) => {
    const clean = redact(result);
    return clean === result ? undefined : modify({ result: clean });
  },
});
