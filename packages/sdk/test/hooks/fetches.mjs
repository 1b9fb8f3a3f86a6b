// Fetches ADDRESS before each tool, for at most 200 ms.
import { defineHook, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "fetches",
    onFailure: "block",
    deadlines: { interceptMs: 20_000 },
    beforeTool: async (_call, { timeout }) => {
      await fetch(process.env.ADDRESS, { signal: timeout(200) });
    },
  }),
);
