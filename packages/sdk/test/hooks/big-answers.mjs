// Answers with `bytes` of `letter`, as the call asks, in every way in which a hook can answer.
import { approve, defineHook, defineTool, modify, reject, respond, serve } from "@agent-hook/sdk";
import { z } from "zod";

const big = ({ letter, times }) => letter.repeat(times);

await serve(
  defineHook({
    name: "big-answers",
    onFailure: process.env.POLICY ?? "continue",
    respondsTo: ["web_fetch"],
    tools: [
      defineTool({
        name: "big_tool",
        description: "Gives a long text".padEnd(Number(process.env.DESCRIPTION ?? 0)),
        input: z.object({ letter: z.string(), times: z.number() }),
        run: big,
      }),
    ],
    beforeLlm: (call) => {
      if (call.options.swap) return modify({ model: "other" });
      if (call.options.big) return modify({ messages: [{ role: "user", content: big(call.options.big) }] });
    },
    afterLlm: (call) => modify({ content: big(JSON.parse(call.content)) }),
    beforeTool: (call) => {
      if (call.tool === "web_fetch") return respond(big(call.arguments));
      if (call.tool === "exec") return modify({ arguments: { text: big(call.arguments) } });
    },
    afterTool: (call) => modify({ result: big(call.arguments) }),
    approveTool: (call) => (call.tool === "exec" ? reject(big(call.arguments)) : approve()),
  }),
);
