// Answers with a `modify` that changes nothing: one field (ECHO=thin), or every field that an author can set.
import { approve, defineHook, modify, serve } from "@agent-hook/sdk";

const copied = (list) => list.map((item) => ({ ...item }));
const styles = {
  thin: {
    beforeLlm: (call) => modify({ model: call.model }),
    afterLlm: (call) => modify({ content: call.content }),
    beforeTool: (call) => modify({ arguments: call.arguments }),
    afterTool: (call) => modify({ result: call.result.forLlm }),
  },
  full: {
    beforeLlm: ({ model, messages, tools, options }) =>
      modify({ model, messages: copied(messages), tools: copied(tools), options: { ...options } }),
    afterLlm: ({ content, reasoning, toolCalls }) => modify({ content, reasoning, toolCalls: copied(toolCalls) }),
    beforeTool: (call) => modify({ tool: call.tool, arguments: { ...call.arguments } }),
    afterTool: (call) => modify({ result: { ...call.result } }),
  },
};

await serve(
  defineHook({
    name: "echo",
    ...styles[process.env.ECHO],
    approveTool: approve,
    onEvent: ({ kind, payload, raw, origin }) => {
      console.error(`EVENT ${JSON.stringify({ kind, payload, raw, origin })}`);
    },
  }),
);
