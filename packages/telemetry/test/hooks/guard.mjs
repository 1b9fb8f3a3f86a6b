import { approve, defineHook, deny, serve } from "@agent-hook/sdk";

const guard = defineHook({
  name: "guard",
  onFailure: "block",
  approveTool: ({ tool }) => (tool === "Bash" ? deny("no shell", { rule: "shell" }) : approve()),
});
await serve(guard);
