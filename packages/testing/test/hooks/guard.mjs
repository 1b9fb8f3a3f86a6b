// Fails closed and denies one tool.
import { approve, defineHook, deny, reject, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "guard",
    onFailure: "block",
    beforeTool: ({ tool }) => (tool === "exec" ? deny("no shell") : undefined),
    approveTool: ({ tool }) => (tool === "exec" ? reject("no shell") : approve()),
  }),
);
