import { defineHook, modify } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };
import { redact } from "./secrets.js";

/** Keeps secrets out of what tools are given, what they give back, and what the model says. */
export const hook = defineHook({
  name: "redact",
  version: manifest.version,
  // A secret that is out cannot be called back. So when the hook fails, the tool does not run, or the turn ends.
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
    // PicoClaw tells the calls of a reply by their ids alone: any change of such a reply would lose the tools' names.
    // What those calls carry comes to `beforeTool`.
    if (toolCalls.some(({ name }) => name === undefined)) return;
    const reply = reasoning === undefined ? { content } : { content, reasoning };
    const clean = redact(reply);
    return clean === reply ? undefined : modify(clean);
  },
});
