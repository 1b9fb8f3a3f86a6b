import { defineHook, modify, serve } from "@agent-hook/sdk";

const modifies = process.argv.includes("--modify");

await serve(
  defineHook({
    name: "bench",
    beforeLlm: () => (modifies ? modify({ model: "other" }) : undefined),
    beforeTool: () => {},
  }),
);
