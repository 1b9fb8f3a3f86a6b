// Changes one thing at each point, as an author would write it. In beforeLlm, the option `change` selects it.
import { defineHook, modify, serve } from "@agent-hook/sdk";

const changes = {
  model: () => modify({ model: "other" }),
  undefined: () => modify({ model: "other", messages: undefined, tools: undefined, options: undefined }),
  options: () => modify({ options: { temperature: 0 } }),
  messages: (call) =>
    modify({ messages: call.messages.map((m) => (m.role === "user" ? { ...m, content: "new" } : m)) }),
  fewer: (call) => modify({ messages: call.messages.map(({ modelName, ...m }) => m) }),
  bare: (call) => modify({ messages: call.messages.map(({ role, content }) => ({ role, content })) }),
  tools: (call) => modify({ tools: call.tools.map((tool) => ({ ...tool, description: "new" })) }),
};

await serve(
  defineHook({
    name: "modify-one-field",
    onFailure: process.env.POLICY ?? "continue",
    beforeLlm: (call) => changes[call.options.change ?? "model"](call),
    afterLlm: () => modify({ content: "new" }),
    beforeTool: (call) =>
      modify({ ...(call.tool === "undefined" ? { tool: undefined } : {}), arguments: { path: "new" } }),
    afterTool: (call) =>
      modify({ result: call.tool === "undefined" ? { forLlm: undefined, forUser: "new" } : { forLlm: "new" } }),
    approveTool: () => ({ action: "approve" }),
  }),
);
