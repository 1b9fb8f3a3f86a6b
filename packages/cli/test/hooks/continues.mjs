// Denies only in beforeTool, and continues on failure.
import { defineHook, deny, serve } from "@agent-hook/sdk";

await serve(
  defineHook({ name: "continues", beforeTool: ({ tool }) => (tool === "exec" ? deny("no shell") : undefined) }),
);
