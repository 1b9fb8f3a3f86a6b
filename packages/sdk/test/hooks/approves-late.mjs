// Approves everything, but only after blocking the whole process for far longer than its own deadline.
import { approve, defineHook, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "approves-late",
    onFailure: process.env.POLICY,
    deadlines: { approveMs: 100 },
    approveTool: () => {
      for (const end = performance.now() + 500; performance.now() < end; );
      return approve();
    },
  }),
);
