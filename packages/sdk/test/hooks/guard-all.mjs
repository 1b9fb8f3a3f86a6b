// Handles every point; POLICY sets onFailure.
import { approve, defineHook, serve } from "@agent-hook/sdk";

const nothing = () => {};

await serve(
  defineHook({
    name: "guard-all",
    version: "1.0.0",
    onFailure: process.env.POLICY,
    beforeLlm: nothing,
    afterLlm: nothing,
    beforeTool: nothing,
    afterTool: nothing,
    approveTool: approve,
    onEvent: nothing,
    setup: async () => {
      await new Promise(setImmediate);
      console.error("setup runs");
      if (process.env.ON_START === "fails") throw new Error("no database");
    },
  }),
);
