// Answers every before_tool call with the length and the beginning of the text it received.
import { approve, defineHook, deny, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "served",
    onFailure: process.env.POLICY,
    beforeLlm: () => {},
    afterLlm: () => {},
    beforeTool: ({ arguments: { text = "" } }) => deny(`${String(text).length} ${String(text).slice(0, 100)}`),
    afterTool: () => {},
    approveTool: approve,
  }),
);
