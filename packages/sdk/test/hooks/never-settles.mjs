// Every handler waits for its signal, reports it and then gives an answer that must be ignored.
import { approve, defineHook, defineTool, deny, modify, respond, serve } from "@agent-hook/sdk";
import { z } from "zod";

/** Resolves 20 ms after the signal, well after the deadline's own answer. */
const late =
  (what, answer) =>
  async (_, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    console.error(`${what} aborted: ${signal.aborted} ${signal.reason}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    console.error(`${what} answers late`);
    return answer;
  };

await serve(
  defineHook({
    name: "never-settles",
    onFailure: process.env.POLICY,
    deadlines: { interceptMs: 300, approveMs: 300 },
    respondsTo: ["web_fetch"],
    tools: [
      defineTool({
        name: "slow_tool",
        description: "Waits",
        input: z.object({}),
        run: late("slow_tool", "LATE"),
      }),
    ],
    beforeLlm: late("beforeLlm", modify({ model: "LATE" })),
    afterLlm: async (call, context) => {
      await late("afterLlm")(call, context);
      throw new Error("LATE");
    },
    beforeTool: (call, context) => {
      if (call.tool === "good") return deny("in time");
      if (call.tool === "slow_tool") return;
      return late("beforeTool", respond("LATE"))(call, context);
    },
    afterTool: late("afterTool", modify({ result: "LATE" })),
    approveTool: (call, context) => (call.ownTool ? approve() : late("approveTool", approve())(call, context)),
  }),
);
