// Prints before `serve`, and answers every before_tool call with the text it received.
import { approve, defineHook, deny, serve } from "@agent-hook/sdk";

console.log("NOISE before serve");
await serve(
  defineHook({
    name: process.env.NAME ?? "leaky",
    onFailure: "block",
    beforeTool: ({ arguments: { text } }) => deny(String(text)),
    approveTool: approve,
  }),
);
