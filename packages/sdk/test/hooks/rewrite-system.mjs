// Changes, removes or adds a system message, or changes only the user's message.
import { defineHook, modify, serve } from "@agent-hook/sdk";

const changes = {
  change: (messages) => messages.map((m) => (m.role === "system" ? { ...m, content: "be long" } : m)),
  drop: (messages) => messages.filter((m) => m.role !== "system"),
  add: (messages) => [...messages, { role: "system", content: "one more thing" }],
  user: (messages) => messages.map((m) => (m.role === "user" ? { ...m, content: "new" } : m)),
};

await serve(
  defineHook({
    name: "rewrite-system",
    onFailure: process.env.POLICY,
    beforeLlm: (call, { host }) => {
      console.error(`HOST ${host.name} ${host.version}`);
      return modify({ messages: changes[call.options.change](call.messages) });
    },
    approveTool: () => ({ action: "approve" }),
  }),
);
