// Replaces a hook in a test run of an agent: it makes no decision, denies or dies.
import { defineHook, deny, serve } from "@agent-hook/sdk";
import { PROBE_REASON } from "./stand-ins.js";

const [, , action] = process.argv;

await serve(
  defineHook({
    name: "agent-hook-doctor",
    onFailure: "block",
    beforeTool: () => {
      if (action === "die") process.kill(process.pid, "SIGKILL");
      return action === "deny" ? deny(PROBE_REASON) : undefined;
    },
  }),
);
