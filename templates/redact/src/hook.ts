import { defineHook, modify } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };
import { redact } from "./secrets.js";

/** Removes secrets from tool arguments, tool results and model replies. */
export const hook = defineHook({
  name: "redact",
  version: manifest.version,
  // A revealed secret cannot be taken back, so if the hook fails, the tool does not run or the turn ends.
  onFailure: "block",

  beforeTool: (call) => {
    const clean = redact(call.arguments);
    return clean === call.arguments ? undefined : modify({ arguments: clean });
  },

  afterTool: ({ result }) => {
    const clean = redact(result);
    return clean === result ? undefined : modify({ result: clean });
  },

  afterLlm: ({ content, reasoning, toolCalls }) => {
    // PicoClaw sends only the ids of a reply's tool calls, so any change to such a reply would lose the tools' names.
    // `beforeTool` gets the calls themselves.
    if (toolCalls.some(({ name }) => name === undefined)) return;
    const reply = reasoning === undefined ? { content } : { content, reasoning };
    const clean = redact(reply);
    return clean === reply ? undefined : modify(clean);
  },
});
