// The handler never ends, so the process no longer reads anything.
import { defineHook, serve } from "@agent-hook/sdk";

await serve(
  defineHook({
    name: "loops",
    beforeTool() {
      console.error(`loops ${process.pid}`);
      for (;;);
    },
  }),
);
