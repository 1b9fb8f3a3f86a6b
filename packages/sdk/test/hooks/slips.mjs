// Mistakes that types cannot detect: an unknown key inside a decision. The call's text selects one.
import { approve, defineHook, modify, respond, serve } from "@agent-hook/sdk";

const llm = {
  "a misspelt field": () => {
    const patch = { model: "x", mesages: [] };
    return modify(patch);
  },
  "the whole call spread": (call) => modify({ ...call, model: "x" }),
  "a misspelt field of a message": ({ messages }) => modify({ messages: messages.map((m) => ({ ...m, contnt: "x" })) }),
  "the wire's field of a message": ({ messages }) =>
    modify({ messages: messages.map((m) => ({ ...m, tool_call_id: "1" })) }),
  "a misspelt field of a tool": ({ tools }) => modify({ tools: tools.map((tool) => ({ ...tool, paramters: {} })) }),
  "a misspelt field of a call": ({ messages }) =>
    modify({
      messages: [
        ...messages,
        { role: "assistant", content: "", toolCalls: [{ id: "1", nme: "exec", arguments: "{}" }] },
      ],
    }),
};
const reply = {
  "a misspelt field": () => modify({ contnt: "x" }),
  "a misspelt field of a call": () =>
    modify({ toolCalls: [{ id: "1", name: "exec", arguments: "{}", argumnts: "{}" }] }),
};
const tool = {
  "a misspelt field": () => modify({ argumnts: {} }),
  "a misspelt field of an answer": () => respond({ forLlm: "x", forUsr: "y" }),
};
const result = {
  "a misspelt field": () => modify({ reslt: "x" }),
  "a misspelt field of the result": () => modify({ result: { forLLM: "x" } }),
};

await serve(
  defineHook({
    name: "slips",
    onFailure: process.env.POLICY,
    respondsTo: ["web_fetch"],
    beforeLlm: (call) => llm[call.options.slip](call),
    afterLlm: (call) => reply[call.content](call),
    beforeTool: (call) => tool[call.arguments.slip](call),
    afterTool: (call) => result[call.arguments.slip](call),
    approveTool: approve,
  }),
);
