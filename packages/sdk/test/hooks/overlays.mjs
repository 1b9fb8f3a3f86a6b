// Overlays that leave the arguments unchanged: not set, returned as they came, spread, or deeply copied.
import { approve, defineHook, modify, reject, serve } from "@agent-hook/sdk";

const copied = (list) => list.map((item) => ({ ...item }));
const ways = {
  untouched: () => modify({ tool: "other" }),
  "handed back": (call) => modify({ tool: "other", arguments: call.arguments }),
  spread: (call) => modify({ tool: "other", arguments: { ...call.arguments } }),
  copied: (call) => modify({ tool: "other", arguments: structuredClone(call.arguments) }),
};

await serve(
  defineHook({
    name: "overlays",
    beforeLlm: (call) => {
      if (call.raw.x_options) return modify({ options: call.raw.x_options });
      const { model, messages, tools, options } = call;
      const whole = model === "whole" ? { tools: copied(tools), options: { ...options } } : { options: {} };
      return modify({ model: "other", messages: copied(messages), ...whole });
    },
    afterLlm: () => modify({ content: "new" }),
    beforeTool: (call) => ways[call.tool](call),
    afterTool: () => modify({ result: "new" }),
    approveTool: ({ arguments: args }) =>
      "polluted" in {} || Object.getPrototypeOf(args) !== Object.prototype
        ? reject("a prototype was changed")
        : approve(),
  }),
);
