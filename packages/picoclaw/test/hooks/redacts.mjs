// Changes something at every point: hides addresses as a careful author would.
import { approve, defineHook, modify, serve } from "@agent-hook/sdk";

const hide = (text) => text.replaceAll(/jane@\S+/g, "[hidden]");

await serve(
  defineHook({
    name: "redacts",
    version: "2.0.0",
    onFailure: process.env.POLICY ?? "continue",
    beforeLlm: ({ messages, options }) =>
      modify({
        messages: messages.map((m) => (m.role === "system" ? m : { ...m, content: hide(m.content) })),
        options: { ...options, temperature: 0 },
      }),
    afterLlm: ({ content, toolCalls }) => (toolCalls.length === 0 ? modify({ content: hide(content) }) : undefined),
    beforeTool: ({ arguments: args }) => modify({ arguments: { ...args, checked: true } }),
    afterTool: ({ result }) => modify({ result: { forLlm: hide(result.forLlm) } }),
    approveTool: approve,
    onEvent: () => {},
  }),
);
